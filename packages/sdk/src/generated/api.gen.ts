export interface paths {
    "/f/{form}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a form
         * @description Accepts cross-origin posts. Spam is stored too and gets the same response as ham,
         *     unless it is spam only because the form's captcha was not solved.
         *
         *     A browser that navigates gets a redirect or an HTML page: `Accept` names `text/html`, and
         *     does not rank `application/json` before it. Every other client gets JSON, and so does a
         *     post to a path that ends in `.json`, with a JSON body, with the header `X-Requested-With`,
         *     or to a form with `use_ajax`.
         *
         *     Default limits: 2 MiB without files, 100 MiB with files, 1,000 fields, 256 KiB per field, 10
         *     files, 25 MiB per file.
         */
        post: operations["postForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/f/{form}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an ALTCHA challenge
         * @description For forms whose captcha provider is `altcha`; 404 for others. The widget sends the solution in the field `altcha`. A solution is accepted once, within one hour of the challenge.
         */
        get: operations["getChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List submissions
         * @description Newest first by default. All filters are combined with AND. Without `filter_by`, `unread` and `spam_status` the list holds what `filter_by=all` holds. The queue is `filter_by=new`.
         */
        get: operations["listSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** Read a submission */
        get: operations["getSubmission"];
        /**
         * Mark a submission by sending back its record
         * @description As PATCH, but marks that are as stored do nothing, and the members may be at the top level. Members that cannot be set may be repeated: those that change by themselves, such as times, claims and the state of deliveries, with any value of their type; another value of the others, such as `email` and `attachments`, is rejected with 422. The same holds for PATCH.
         */
        put: operations["replaceSubmission"];
        post?: never;
        /**
         * Delete a submission and its files permanently
         * @description Also deletes its delivery log and cancels its queued deliveries. A form API key needs `can_delete`.
         */
        delete: operations["deleteSubmission"];
        options?: never;
        head?: never;
        /**
         * Mark a submission read, spam or trash, or tag it
         * @description Changes only the members sent; repeating a request changes nothing further.
         *
         *     Marking it read removes it from the queue and ends its lease. Marking it unread makes a dead
         *     or delayed submission claimable again.
         *
         *     Marking it spam or trash cancels its deliveries that were not attempted yet, except those to
         *     webhooks with `trigger_when_spam`. When it is neither spam nor trash again, deliveries from
         *     the last 7 days are restored: the canceled ones, and those that were withheld because it
         *     arrived as spam. Each is sent once, and only to webhooks that are enabled.
         *
         *     Each `spam` value, repeated or not, trains the account's spam classifier.
         *
         *     `tags` replaces all tags; to add or remove some, use the bulk operation.
         */
        patch: operations["updateSubmission"];
        trace?: never;
    };
    "/api/v1/submissions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark or tag up to 1,000 submissions
         * @description Applies the change to all of them in one transaction, with the effects of PATCH on each. If one of them would have more than 30 tags, the response is 422 and nothing is changed. A duplicate id counts once. An id that does not exist or is not accessible with this key gets the status `not_found`; if that holds for every id, the response is 404.
         */
        post: operations["bulkUpdateSubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a bulk change of marks
         * @description Gives submissions the marks that they had before the requests to `POST /submissions/bulk` with this `undo`, with the effects of PATCH on each. A submission that was deleted, or whose marks somebody changed since, is left as it is. Works for some seconds at a time: repeat the request while `remaining` is not 0. Needs an account API key.
         */
        post: operations["undoSubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lease submissions to a consumer
         * @description Leases the oldest unread submissions that are not leased, delayed or dead, and increases
         *     their `claim_count` by 1. Two consumers never hold the same submission at the same time.
         *
         *     Leased submissions still appear in lists. Marking one read, with or without the token,
         *     removes it from the queue. A lease that is not extended expires at `lease_expires_at`; then
         *     the submission can be claimed again.
         */
        post: operations["claimSubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release leased submissions
         * @description Ends the lease of each given submission that the token still holds, so that it can be
         *     claimed again at once.
         *
         *     With `retry_after_seconds` it can be claimed again only after that delay. With `dead` it
         *     cannot be claimed until it is marked unread (`{"read": false}`), which also ends a delay.
         *
         *     409 if the token holds none of them: the lease has expired, or they were marked read or
         *     already released.
         */
        post: operations["releaseSubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend leases
         * @description Leases last `lease_seconds` from now, for those of `submission_ids` that the token still holds, or for all that it holds if `submission_ids` is absent. The response lists the submissions that are still leased; 409 if there are none.
         */
        post: operations["extendSubmissionLeases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/refire_webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send up to 1,000 submissions to their webhooks again
         * @description Queues a delivery to every enabled webhook of each submission's form, for spam too. A duplicate id counts once. A delivery to the same webhook that is still queued is canceled (reason `superseded`). An id that does not exist or is not accessible with this key gets the status `not_found`; if that holds for every id, the response is 404.
         */
        post: operations["bulkRefireWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}/refire_webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a submission to its webhooks again
         * @description Queues a delivery to every enabled webhook of the form, for spam too. A delivery to the same webhook that is still queued is canceled (reason `superseded`). Each request without an idempotency key queues new deliveries.
         */
        post: operations["refireSubmissionWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the notes about a submission
         * @description The oldest first. Needs an account key.
         */
        get: operations["listNotes"];
        put?: never;
        /**
         * Write a note about a submission
         * @description Needs an account key. Emits `submission.updated`, as a change and a deletion do. A submission has at most 200 notes.
         */
        post: operations["createNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List the replies to a submission
         * @description The oldest first, with what became of each. Needs an account key.
         */
        get: operations["listReplies"];
        put?: never;
        /**
         * Reply to a submission by e-mail
         * @description Queues an e-mail to the submission's own address, with the submission quoted below the text. Answers to it go to the form's `autoreply_email`, or else to the sign-in address of the user, or of the account. Mail programs show it in one thread with earlier replies and the automatic answer. Emits `submission.updated`, and again when it is sent or fails. 409 if the submission is spam, in the trash, or without a usable address, if its address is suppressed, or if e-mail is not set up. 429 also beyond `INTRAY_MAIL_ANSWERS_PER_DAY`, which counts replies and automatic answers. A submission has at most 200 replies. Needs an account key.
         */
        post: operations["createReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/submissions/{id}/replies/preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a reply before it is sent
         * @description Renders the reply, and sends and stores nothing. Needs an account key.
         */
        post: operations["previewReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reply_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates of replies
         * @description By name. With `form_id`, those for that form and those for every form. Needs an account key.
         */
        get: operations["listReplyTemplates"];
        put?: never;
        /**
         * Create a template of replies
         * @description An account has at most 200 of them. Names are unique for each form, in any letter case. Needs an account key.
         */
        post: operations["createReplyTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reply_templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a template of replies
         * @description Replies that were written with it stay. Needs an account key.
         */
        delete: operations["deleteReplyTemplate"];
        options?: never;
        head?: never;
        /**
         * Change a template of replies
         * @description Changes the members that are given. Needs an account key.
         */
        patch: operations["updateReplyTemplate"];
        trace?: never;
    };
    "/api/v1/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note
         * @description Needs the account key that wrote it.
         */
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        /**
         * Change a note
         * @description Needs the account key that wrote it.
         */
        patch: operations["updateNote"];
        trace?: never;
    };
    "/api/v1/submissions/{id}/webhook_logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * List a submission's deliveries
         * @description Newest first.
         */
        get: operations["listSubmissionWebhookLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook_logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Newest first. All filters are combined with AND.
         */
        get: operations["listWebhookLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook_logs/{id}/body": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Download the request body of a delivery
         * @description 404 until the first attempt has rendered the body, and again after it was pruned (`INTRAY_LOG_DAYS`, 30 days by default, after the delivery finished).
         */
        get: operations["getWebhookLogBody"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook_logs/{id}/refire": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one delivery again
         * @description Queues a new delivery of the same submission to the same webhook. 409 if the webhook is disabled or deleted, or if the entry was a test.
         */
        post: operations["refireWebhookLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of every kind
         * @description Deliveries to webhooks and to e-mail recipients, newest first. All filters are combined with AND. An API key of a form lists those to the webhooks of its form.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send waiting and failed deliveries now
         * @description For the morning after a receiver was down. Deliveries in the states `queued` and `retrying` are attempted now instead of at their next time; they keep their attempts, their bytes and their `webhook-id`, and the attempt counts. Deliveries to webhooks in the states `exhausted`, `blocked`, `canceled` and `skipped` are queued again as new ones, as by a re-fire; failed e-mails are left out. What the receiver has already accepted is left out, unless `include_delivered` is true. Attempts in progress go on. A receiver that hangs gets one delivery at a time until it responds.
         *
         *     One request sends a batch of about 500, the oldest first, and answers with `next_cursor` while more may match. To send all, repeat the request with that cursor until it is null. With `dry_run` the same requests only count. Deliveries that are queued after the first request do not take part.
         */
        post: operations["sendDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow deliveries that are sent now
         * @description What has become of deliveries since a time, usually the `started_at` of a request that sent them, and what is open now.
         */
        get: operations["getSendingProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop sending deliveries now
         * @description Takes back deliveries that became due since a time, usually the `started_at` of the request that sent them, and were not attempted since: a retry waits again for its usual delay, and a delivery that was queued again is canceled (reason `stopped`). Attempts in progress go on.
         */
        post: operations["stopSendingDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Get one delivery of any kind
         * @description An API key of a form gets those to the webhooks of its form.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}/body": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Download what a delivery has sent
         * @description The request body of a webhook's delivery, or the whole message of an e-mail (RFC 5322). 404 until the first attempt has rendered it, and again after it was pruned (`INTRAY_LOG_DAYS`, 30 days by default, after the delivery finished). 404 for a request to confirm an address (trigger `confirmation`), since only its recipient may see the link in it.
         */
        get: operations["getDeliveryBody"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}/refire": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one delivery of any kind again
         * @description Queues a new delivery of the same submission to the same destination, with the same bytes. 409 if the destination is disabled, deleted or unsubscribed, if this server is not set up to send to it, or if the delivery has no submission, such as a test or a digest.
         */
        post: operations["refireDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms/{form_id}/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        /**
         * List a form's submissions, oldest first
         * @description Neither spam nor trash. Without `page`, `per_page` and `cursor` the response is the whole list, streamed. With one of them it is one page, and the header `Link` (`rel="next"`) has the URL of the next page, if there is one.
         */
        get: operations["listFormSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List forms
         * @description Oldest first. Needs an account API key.
         */
        get: operations["listForms"];
        put?: never;
        /**
         * Create a form
         * @description Needs an account API key. `name` is required; omitted members get their default.
         */
        post: operations["createForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms/{form_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        /**
         * Read a form
         * @description A form API key can read its own form, without its webhooks.
         */
        get: operations["getForm"];
        /**
         * Change a form (same as PATCH)
         * @description Needs an account API key. Changes only the members sent. Members of the record that cannot be set may be repeated: those that change by themselves, such as counts, times and pending addresses, with any value of their type; another value of the others is rejected with 422.
         */
        put: operations["replaceForm"];
        post?: never;
        /**
         * Delete a form
         * @description Needs an account API key. The form, its submissions, files, deliveries, webhooks and API keys are inaccessible at once; the stored data is deleted in the background.
         */
        delete: operations["deleteForm"];
        options?: never;
        head?: never;
        /**
         * Change a form
         * @description Needs an account API key. Changes only the members sent. Members of the record that cannot be set may be repeated: those that change by themselves, such as counts, times and pending addresses, with any value of their type; another value of the others is rejected with 422.
         */
        patch: operations["updateForm"];
        trace?: never;
    };
    "/api/v1/forms/{form_id}/queue_consumer": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget the program that works on the queue of a form
         * @description Needs an account API key. Sets `queue_consumer` to null, so that `opening_marks_read` has effect again. A program that works on all forms of the account is forgotten for all of them. One that still works on the queue is recorded again.
         */
        delete: operations["forgetQueueConsumer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms/{form_id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        /**
         * List the recipients of a form's e-mails
         * @description Needs an account API key. Also lists the suppressed addresses of the account.
         */
        get: operations["listRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms/{form_id}/recipients/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the confirmation again
         * @description Needs an account API key. Sends the message with the confirmation link once more to a recipient of the form that is `waiting`; 409 if it is not. At most once an hour for an address: 429 with `Retry-After` before.
         */
        post: operations["sendConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms/{form_id}/recipients/release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a suppressed address
         * @description Needs an account API key. E-mails to the address are sent again, also by the other forms of the account. 409 if the address is not suppressed.
         */
        post: operations["releaseRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms/{form_id}/email_preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render an e-mail without sending it
         * @description Needs an account API key. Renders the notification of a submission or the automatic answer to it, with the settings of the form or with those given. Nothing is stored.
         */
        post: operations["previewFormEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forms/{form_id}/test_email": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an e-mail to oneself
         * @description Needs an account API key. Sends what the same request to `email_preview` renders, once and without retries, to the oldest sign-in address of the account; from the dashboard, to that of the signed-in user. The response waits for the SMTP relay and has its answer; at most five a minute. 409 if e-mail is not set up, or if there is no sign-in address.
         */
        post: operations["sendTestEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Oldest first. Needs an account API key.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Needs an account API key. `name` is required.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** Read a project */
        get: operations["getProject"];
        /**
         * Change a project (same as PATCH)
         * @description Changes only the members sent.
         */
        put: operations["replaceProject"];
        post?: never;
        /**
         * Delete a project
         * @description Its forms move to the first of the other projects. 409 for the last project of the account.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Changes only the members sent.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/v1/form_views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pages of forms
         * @description The hosted pages that show a form, one for each form with field rules, oldest form first. They are changed by the settings `fields` and `form_view_enabled` of the form. Needs an account API key.
         */
        get: operations["listFormViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hosts of the server
         * @description The host of `INTRAY_PUBLIC_URL`, then those of `INTRAY_ALLOWED_HOSTS`. They are changed by these settings of the server. Needs an account API key.
         */
        get: operations["listDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/form_webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Oldest first. Needs an account API key.
         */
        get: operations["listFormWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Needs an account API key. `form_id` and `url` are required; omitted members get their default. The server generates the signing secret.
         */
        post: operations["createFormWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/form_webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** Read a webhook */
        get: operations["getFormWebhook"];
        /**
         * Change a webhook (same as PATCH)
         * @description Changes only the members sent. A webhook cannot move to another form (422).
         */
        put: operations["replaceFormWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Its log stays readable. Its queued deliveries are canceled when they come due (reason `webhook_deleted`).
         */
        delete: operations["deleteFormWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes only the members sent. A webhook cannot move to another form (422). Enabling a disabled webhook resets `disabled_reason` and `failure_count`.
         */
        patch: operations["updateFormWebhook"];
        trace?: never;
    };
    "/api/v1/form_webhooks/{id}/signing_secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Reveal the signing secret
         * @description Each request is recorded in the audit log.
         */
        get: operations["getSigningSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/form_webhooks/{id}/regenerate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret, at once or by rotation
         * @description Without `stage` and `activate`, a new secret replaces the current one from the next attempt
         *     on, retries included.
         *
         *     For a rotation without rejected deliveries, send `{"stage": true}` first: it returns the
         *     next secret while the current one keeps signing. Give the next secret to the receiver, then
         *     send `{"activate": true}`: the next secret becomes the current one. For 24 hours
         *     `webhook-signature` has signatures of both; `X-Service-Signature` has the current one only.
         *
         *     `stage` again replaces the staged secret. `activate` without a staged secret is 409.
         */
        post: operations["regenerateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/form_webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test delivery
         * @description Queues one delivery with the webhook's current settings, trigger `test`, attempted once and never retried. It sends the form's newest submission that is neither spam nor trash, or a sample if there is none. 409 if the webhook is disabled.
         */
        post: operations["testFormWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/form_webhooks/{id}/refire_failed": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send failed deliveries again
         * @description Queues every submission whose last delivery to this webhook ended `exhausted`, `blocked`, `canceled` or `skipped` at `since` or later. Tests, and deliveries canceled because the submission was marked spam or trash, are left out. The response lists the first 100 new deliveries; `message` has the total. 409 if the webhook is disabled.
         */
        post: operations["refireFailedDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/form_webhooks/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a payload without sending it
         * @description Renders the given submission, or a sample if `submission_id` is absent. Nothing is stored.
         */
        post: operations["previewFormWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attachments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /**
         * Download a file
         * @description Supports `Range` (one range), `If-Range` and `If-None-Match`. Always sent as a download (`Content-Disposition: attachment`).
         */
        get: operations["getAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attachments/{token}/public": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The random token of the file's `public_url`. */
                token: string;
            };
            cookie?: never;
        };
        /**
         * Download a file by its public link
         * @description The link works until the file's submission is deleted. Supports `Range` (one range), `If-Range` and `If-None-Match`.
         */
        get: operations["getPublicAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Needs an account API key.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Needs an account API key. `kind` is required, and `form_id` for a form API key. Only this response has the text of the key; the server stores a hash of it. Without `scope` and `expires_at` the key may do everything and never expires.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api_keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Needs an account API key. The key stops working at once, and its event streams close.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe the API key in use */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account's settings
         * @description Needs an account API key.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the account's settings
         * @description Changes only the members sent. Needs an account API key.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/api/v1/account/alert_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reveal the signing secret of alerts
         * @description The secret that signs what is sent to `alert_url`, as the secret of a webhook does. To replace
         *     it, set `alert_url` to null and then to the URL again. Each request is recorded in the audit
         *     log. Needs an account API key.
         */
        get: operations["getAlertSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description All open alerts, and the newest 50 resolved ones; the newest first. Needs an account API key.
         *
         *     An alert is raised when a webhook has failed for 15 minutes or is disabled by the server, when
         *     a delivery has been due for 10 minutes, when the disk or the quota for files is nearly used
         *     up, and when e-mails cannot be sent. There is at most one open alert for each subject.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Server-Sent Events. `submission.created`, `submission.updated` and `submission.deleted`
         *     carry `{"id","form_id"}`, a created one also its `uid`; `delivery.updated` carries
         *     `{"id","form_id","submission_id","webhook_id","state"}`, where `state` is the state in the
         *     delivery log. No event carries field values.
         *
         *     `delivery.updated` is sent after each attempt, when a delivery is canceled, and when a user
         *     queues one by a re-fire, a test or a ham mark. When a new submission queues deliveries, only
         *     `submission.created` is sent. For a submission that is deleted before its event is read,
         *     only `submission.deleted` is sent.
         *
         *     A stream starts with the events from now on. To resume, send the last received `id` as
         *     `Last-Event-ID`: within 24 hours no event is missed, and some may be sent twice. For an
         *     older or unknown id, also one from after a backup that was restored, the server sends the
         *     event `reset`: reload what you keep, then continue
         *     reading. A comment is sent after 15 seconds without events. The stream ends when its API key
         *     is revoked and when the server stops. An API key can have 20 streams open, a server 200.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this OpenAPI document */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process responds
         * @description Does not use the database.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that posts can be stored
         * @description Writes a row to the database, at most once a second, reads from it, and checks whether the server is stopping.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Prometheus metrics
         * @description For requests with `INTRAY_METRICS_TOKEN` as bearer token. Without it only for requests from the server's own machine that did not pass a proxy and name a known host, while `INTRAY_PUBLIC_URL` is not set.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this reference as a web page */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Record id: an integer from 1. Newer records have larger ids. */
        Id: number;
        /** @description A form's id or uuid. */
        FormRef: string;
        /**
         * @description Machine-readable error code. HTTP status: 400 `malformed`, 401 `unauthenticated` and `key_expired`, 403 `forbidden` and `read_only_key`, 404 `not_found`, 405 `method_not_allowed`, 408 `timeout`, 409 `conflict` and `idempotency_key_reused`, 412 `precondition_failed`, 413 `too_large`, 415 `unsupported_type`, 422 `invalid` and `empty`, 429 `rate_limited`, 500 `internal`, 501 `not_implemented`, 503 `overloaded` and `draining`, 507 `quota_exceeded`, 508 `loop_detected`.
         * @enum {string}
         */
        ErrorCode: "malformed" | "unauthenticated" | "key_expired" | "forbidden" | "read_only_key" | "not_found" | "method_not_allowed" | "timeout" | "conflict" | "idempotency_key_reused" | "precondition_failed" | "too_large" | "unsupported_type" | "invalid" | "empty" | "rate_limited" | "internal" | "overloaded" | "draining" | "quota_exceeded" | "not_implemented" | "loop_detected";
        /**
         * @description Sort order: by creation time or by e-mail address. Submissions without an e-mail address come first in `email_asc` and last in `email_desc`.
         * @enum {string}
         */
        SubmissionOrder: "date_desc" | "date_asc" | "email_asc" | "email_desc";
        /**
         * @description `queued`: not attempted yet. `delivering`: an attempt is in progress. `retrying`: queued again after a failed attempt. `succeeded`: the receiver answered 2xx. `exhausted`: given up. `blocked`: the receiver's address is not allowed. `canceled`: withdrawn. `skipped`: the webhook was disabled when the submission arrived, or the recipient gets no e-mail; the reason says why.
         * @enum {string}
         */
        DeliveryState: "queued" | "delivering" | "retrying" | "succeeded" | "exhausted" | "blocked" | "canceled" | "skipped";
        /**
         * @description What deliveries are sent to. `webhook`: a URL. `email`: an e-mail recipient.
         * @enum {string}
         */
        DestinationKind: "webhook" | "email";
        /**
         * @description Why the delivery was queued: as `DeliveryTrigger`, or without a submission. `digest`: several submissions together. `alert`: news about the account. `confirmation`: a request to confirm an e-mail address. `reply`: a person's reply to a submission.
         * @enum {string}
         */
        DeliveryCause: "intake" | "ham" | "refire" | "refire_bulk" | "refire_log" | "test" | "digest" | "alert" | "confirmation" | "reply";
        /**
         * @description Why the delivery was queued. `intake`: a new submission. `ham`: the submission was marked ham. `refire`: the submission was sent again. `refire_bulk`: it was sent again together with others. `refire_log`: the log entry was sent again. `test`: a test delivery.
         * @enum {string}
         */
        DeliveryTrigger: "intake" | "ham" | "refire" | "refire_bulk" | "refire_log" | "test";
        /**
         * @description Payload format. `json`: fields as top-level members, with `id` and `attachments`. `data_json`: the same under `data`. `form_urlencoded`: URL-encoded fields, arrays as `name[]`. `form_handler`: URL-encoded fields, arrays as repeated names. `customer_messaging`: fields and `submission_id` under `data`. `email_marketing`: `email` and the other fields under `fields`. `team_chat`: an Adaptive Card. `slack`: Block Kit blocks. `custom`: the webhook's template.
         * @enum {string}
         */
        WebhookFormat: "json" | "data_json" | "form_urlencoded" | "customer_messaging" | "team_chat" | "email_marketing" | "form_handler" | "slack" | "custom";
        /** @description One invalid or changed parameter or member. */
        FieldProblem: {
            /** @description Name of the parameter, or dotted path of the member. */
            field: string;
            /** @description Kind of problem. */
            code: string;
            /** @description One sentence about the problem. */
            message: string;
        };
        /** @description Body of every error response. */
        Problem: {
            /** @description One sentence for a person: what happened, to which thing, what to do. */
            error: string;
            code: components["schemas"]["ErrorCode"];
            /** @description Same as the header `X-Request-Id`. */
            request_id: string;
            /** @description The invalid parameters or members, or those that were changed since the version in `If-Match`. Absent for other errors. */
            errors?: components["schemas"]["FieldProblem"][];
        };
        /** @description Health of the server. */
        Health: {
            /** @description `ok` from `/healthz`. From `/readyz`: `ready`, `draining`, `database unreachable`, or why the database does not store: `disk full`, `read only`, `disk error`, `out of handles`, `out of memory`, `too many connections`, `restarting`, `locked` or `too slow`. */
            status: "ok" | "ready" | "draining" | "database unreachable" | "disk full" | "read only" | "disk error" | "out of handles" | "out of memory" | "too many connections" | "restarting" | "locked" | "too slow";
        };
        /** @description Result of a stored post. It has a member for each way in which scripts of other form services tell success. */
        PostResult: {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            /**
             * @description Always true.
             * @constant
             */
            ok: true;
            /**
             * @description Always `success`.
             * @constant
             */
            status: "success";
            /**
             * @description Always 200.
             * @constant
             */
            code: 200;
            id: components["schemas"]["Id"];
            /** @description The form's `redirect_message`, or a thank-you message in the visitor's language. */
            message: string;
            /** @description The page to show next, `redirect_url` or the form's hosted thank-you page. */
            next: string;
            /** @description The URL to open next. Null if neither the form nor the post names one. */
            redirect_url: string | null;
        };
        /** @description Body of the response to a rejected post. Nothing was stored, unless it has an `id`. */
        PostProblem: {
            /**
             * @description Always false.
             * @constant
             */
            success: false;
            /**
             * @description Always false.
             * @constant
             */
            ok: false;
            /**
             * @description Always `error`.
             * @constant
             */
            status: "error";
            /** @description One sentence for the owner of the page: what happened, and what to do. */
            error: string;
            /** @description One sentence for the visitor, in the visitor's language. */
            message: string;
            code: components["schemas"]["ErrorCode"];
            errors: components["schemas"]["PostFieldProblem"][];
            /** @description Same as the header `X-Request-Id`. */
            request_id: string;
            /** @description The submission, stored as spam since its captcha was not solved. Absent for other errors. */
            id?: components["schemas"]["Id"];
            /** @description The captcha to solve before the post is sent again. Absent for other errors. */
            captcha?: {
                /** @enum {string} */
                provider: "altcha" | "turnstile" | "hcaptcha" | "recaptcha";
                /** @description Public key for the provider's widget. Null for ALTCHA. */
                site_key: string | null;
                /** @description URL of a challenge of ALTCHA. Null for the others. */
                challenge_url: string | null;
            };
        };
        /** @description What is wrong with a field of a post, or with the whole post. */
        PostFieldProblem: {
            /** @description Name of the field or of the file input. Empty if the whole post is wrong. */
            field: string;
            /** @description Kind of problem, in upper case and with the names that other form services use where they have one. Of a field: `FIELD_TOO_LONG`, `FILES_TOO_BIG`, and by the form's field rules `REQUIRED_FIELD_MISSING`, `REQUIRED_FIELD_EMPTY`, `TYPE_TEXT` (several values or a file), `TYPE_EMAIL`, `TYPE_URL`, `TYPE_NUMERIC`, `TYPE_DATE`, `TYPE_FILE`, `TOO_SHORT`, `TOO_LONG`, `VALUE_TOO_LOW`, `VALUE_TOO_HIGH`, `PATTERN_MISMATCH`, `OPTION_UNKNOWN`, `TOO_FEW_VALUES`, `TOO_MANY_VALUES`, `FILE_TYPE`, `TOO_FEW_FILES`, `TOO_MANY_FILES`. Of the whole post: `EMPTY`, `BLOCKED`, `FORM_NOT_FOUND`, `FILES_TOO_BIG`, `TOO_MANY_FILES`, `TOO_MANY_FIELDS`, `TOO_LARGE`; otherwise the `code` of the response in upper case. `CAPTCHA_REQUIRED` names the field of the captcha's answer. */
            code: string;
            /** @description One sentence for the visitor, in the visitor's language. */
            message: string;
        };
        /** @description A name and its value. */
        NameValue: {
            name: string;
            value: string;
        };
        /** @description One field of a submission. */
        FormParam: {
            name: string;
            value: components["schemas"]["FieldValue"];
        };
        /** @description A string, or an array of strings if the field was sent more than once. */
        FieldValue: string | string[];
        /** @description Lead score. Every member is null while the score is pending. Spam is not scored until it is marked ham. */
        LeadAgent: {
            /** @description 0 (poor lead) to 100 (good lead). */
            score: number | null;
            /** @description Why the lead got this score. */
            score_reasoning: string | null;
            /** @description Location of the sender. Null if unknown. */
            score_location_info: string | null;
        };
        /** @description A file that was uploaded with a submission. */
        Attachment: {
            id: components["schemas"]["Id"];
            /** @description File name as sent by the browser. */
            name: string;
            /** @description Name of the form's file input. */
            form_name: string;
            /** @description Content-Type as sent by the browser. Default `application/octet-stream`. */
            content_type: string;
            /** @description Size in bytes. */
            file_size: number;
            /** @description SHA-256 of the file's bytes, in hex. Also the file's `ETag`. */
            sha256: string;
            /** Format: date-time */
            created_at: string;
            /** @description Absolute URL. Downloading from it needs an API key. */
            attachment_proxy_url: string;
            /** @description Absolute URL with a random token. Downloading from it needs no API key. */
            public_url: string;
        };
        /** @description Name and uuid of the submission's form. */
        FormName: {
            name: string;
            uuid: string;
        };
        /** @description A received post. */
        Submission: {
            id: components["schemas"]["Id"];
            /** @description Identifies the submission for ever. Unlike `id`, it is never reused, also after an older backup is restored: store it, not `id`, to recognize a submission. Part of `webhook-id`. Submissions that version 0.1 stored have their `id` as text; its server sends none. */
            uid?: string;
            form_id: components["schemas"]["Id"];
            form: components["schemas"]["FormName"];
            /** @description Value of the first field named `email`, in any letter case, that looks like an e-mail address. Null if there is none. */
            email: string | null;
            /** @description The fields by name. */
            payload_params: {
                [key: string]: components["schemas"]["FieldValue"];
            };
            /** @description The fields in the order received. */
            form_params: components["schemas"]["FormParam"][];
            /** @description True if marked read. Read submissions are not in the queue. */
            read: boolean;
            /** @description True if classified or marked as spam. */
            spam: boolean;
            /** @description True if in the trash. */
            trash: boolean;
            /**
             * Format: date-time
             * @description When a person first opened the submission in the dashboard, or a client set `seen`. Null if nobody did. Independent of `read`.
             */
            seen_at: string | null;
            /**
             * Format: date-time
             * @description When a person or a program first marked the submission read, or replied to it. Marking it unread keeps the time, undoing the mark does not. Null if nobody did, or only before version 0.2.
             */
            answered_at?: string | null;
            /** @description Name of the spam check with the highest weight, `duplicate`, or `marked` if a user marked it spam. Null for ham. */
            spam_reason: string | null;
            /** @description Findings of the spam checks. Absent for ham. */
            spam_findings?: components["schemas"]["SpamFinding"][];
            /** @description URL of the page that was submitted, from the field `_source_url` or the header `Referer`. Null if unknown. */
            source_url: string | null;
            /** @description Host of `source_url`. Null if unknown. */
            source_host: string | null;
            /** @description Path of `source_url`. Null if unknown. */
            source_path: string | null;
            /** @description Fragment of `source_url`, without `#`. Null if it has none. */
            source_fragment: string | null;
            /** @description Query parameters of `source_url`. Null if unknown. */
            source_query: components["schemas"]["NameValue"][] | null;
            /** @description IP address of the sender. Null if unknown. */
            ip: string | null;
            /** @description The header `Referer`. Null if it was not sent. */
            referrer: string | null;
            /** @description The header `User-Agent`. Null if it was not sent. */
            user_agent: string | null;
            /** @description Country by IP geolocation. `Unknown` if it is not known, or if the server has no database for it. */
            geocoded_country: string;
            /** @description Region by IP geolocation, or `Unknown`. */
            geocoded_region: string;
            /** @description City by IP geolocation, or `Unknown`. */
            geocoded_city: string;
            attachments: components["schemas"]["Attachment"][];
            /** @description Labels that people have put on it, in the order in which they were added. Servers before this member send none. */
            tags?: string[];
            /** @description How often the submission was claimed. */
            claim_count: number;
            /**
             * Format: date-time
             * @description Time of the first successful webhook delivery. Null until then.
             */
            webhook_sent_at: string | null;
            /** @description Whether it reached its destinations. Null for some time after an upgrade, until the deliveries of older submissions are counted. Absent from servers of version 0.1 and 0.2. */
            delivery_state?: components["schemas"]["SubmissionDeliveryState"] | null;
            /**
             * Format: date-time
             * @description When it was stored. A larger id never has an earlier time.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last mark, change of tags or lead score.
             */
            updated_at: string;
            /** @description Lead score. Absent if the form does not score leads. */
            lead_agent?: components["schemas"]["LeadAgent"] | null;
            claim?: components["schemas"]["SubmissionClaim"];
            /** @description The notes about it, the oldest first. Only with `include=notes`. */
            notes?: components["schemas"]["Note"][];
            /** @description The replies to it, the oldest first. Only with `include=replies`. */
            replies?: components["schemas"]["Reply"][];
        };
        /** @description A program that works on the queue of a form. It is recorded once, when it first claims submissions, lists unread ones or marks one read with an API key. */
        QueueConsumer: {
            /**
             * @description What it did: `claim`, `list` (the unread submissions) or `mark` (one as read).
             * @enum {string}
             */
            act: "claim" | "list" | "mark";
            /** @description Name of the consumer that claimed, else of the API key. */
            name: string;
            /**
             * Format: date-time
             * @description When it did that.
             */
            seen_at: string;
        };
        /** @description An e-mail that somebody of the account wrote to the submitter of a submission. */
        Reply: {
            id: components["schemas"]["Id"];
            submission_id: components["schemas"]["Id"];
            /** @description The submission's address. */
            to: string;
            /** @description Where answers to the reply go. */
            reply_to: string;
            subject: string;
            /** @description Plain text as it was written, without the quoted submission. */
            text: string;
            /** @description Sign-in address of the user, or name of the API key, as it was when the reply was written. */
            author: string;
            /**
             * @description `user` of the dashboard, or API `key`.
             * @enum {string}
             */
            author_kind: "user" | "key";
            /**
             * @description `queued`: waits for its next attempt, or is being sent. `sent`: the mail server has accepted it. `failed`: it was refused for good, or given up.
             * @enum {string}
             */
            state: "queued" | "sent" | "failed";
            /** @description Why it failed, such as `smtp_550`. Null unless it failed. */
            reason: string | null;
            /** @description What the mail server said to the last attempt. Null before it. */
            answer: string | null;
            /** @description The Message-ID of the e-mail, without angle brackets. */
            message_id: string;
            delivery_id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was sent or failed. Null while it is queued.
             */
            finished_at: string | null;
        };
        /** @description The replies to a submission. */
        ReplyList: {
            replies: components["schemas"]["Reply"][];
        };
        /** @description What to write: `text`, or the template `template_id`. It may be wrapped in `reply`. */
        ReplyInput: {
            text?: string;
            template_id?: components["schemas"]["Id"];
            /** @description One line. By default `Re:` and the subject of the last e-mail of the thread. */
            subject?: string;
        };
        /** @description A reply as it would be sent. */
        ReplyPreview: {
            /** @description The sender. The address is null if e-mail is not set up. */
            from: {
                name: string;
                address: string | null;
            };
            /** @description The submission's address. */
            to: string;
            /** @description Where answers to the reply go. */
            reply_to: string;
            subject: string;
            /** @description Plain text; that of a template is rendered. */
            text: string;
            /** @description The submission as the e-mail quotes it below the text. */
            quoted: string;
            /** @description What to set before this server can send e-mails. Null if it can. */
            sending_notice: string | null;
        };
        /** @description A text for replies. */
        ReplyTemplate: {
            id: components["schemas"]["Id"];
            /** @description The form that it is for. Null for every form. */
            form_id: number | null;
            name: string;
            /** @description Plain text with the tags of payload templates, such as `{{form_name}}` and `{{field "name"}}`. */
            body: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description The templates of replies. */
        ReplyTemplateList: {
            reply_templates: components["schemas"]["ReplyTemplate"][];
        };
        /** @description A new template. It may be wrapped in `reply_template`. */
        ReplyTemplateInput: {
            name: string;
            body: string;
            /** @description The form that it is for. Null or absent for every form. */
            form_id?: number | null;
        };
        /** @description What to change. It may be wrapped in `reply_template`. */
        ReplyTemplateChange: {
            name?: string;
            body?: string;
        };
        /** @description What somebody of the account wrote about a submission. */
        Note: {
            id: components["schemas"]["Id"];
            submission_id: components["schemas"]["Id"];
            /** @description Plain text with line breaks. */
            text: string;
            /** @description Sign-in address of the user, or name of the API key, as it was when the note was written. */
            author: string;
            /**
             * @description `user` of the dashboard, or API `key`.
             * @enum {string}
             */
            author_kind: "user" | "key";
            /** @description True if this key wrote the note, and so may change and delete it. */
            is_own: boolean;
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its text was changed last; `created_at` if it never was.
             */
            updated_at: string;
        };
        /** @description The notes about a submission. */
        NoteList: {
            notes: components["schemas"]["Note"][];
        };
        /** @description The text of a note. It may be wrapped in `note`. */
        NoteInput: {
            text: string;
        };
        /**
         * @description Whether a submission reached its destinations: webhooks and e-mail recipients. The newest delivery to each destination counts, canceled ones only if all were; automatic answers, tests, digests and alerts do not. `none`: nothing was to be sent. `waiting`: something is queued, for the first time or again. `delivered`: every destination that it was sent to took it. `partly`: some took it, and a delivery to another failed. `failed`: none took it, and a delivery failed. `withheld`: nothing was tried, since it was spam or in the trash, or since the destinations were disabled or deleted.
         * @enum {string}
         */
        SubmissionDeliveryState: "none" | "waiting" | "delivered" | "partly" | "failed" | "withheld";
        /** @description Why the submission cannot be claimed now. Absent if it can. */
        SubmissionClaim: {
            /**
             * @description `leased` to a consumer, `put_off` (released with a delay) or `dead`.
             * @enum {string}
             */
            state: "leased" | "put_off" | "dead";
            /**
             * Format: date-time
             * @description When it can be claimed again. Null if it is dead.
             */
            until: string | null;
            /** @description Name of the consumer that holds the lease. Null if it is not leased. */
            consumer: string | null;
        };
        /** @description Result of one spam check. A submission is spam if the weights of its findings add up to 1 or more. */
        SpamFinding: {
            /** @description Name of the spam check. */
            check: string;
            /** @description Positive for spam, negative for ham. */
            weight: number;
            /** @description One sentence about what the check found. */
            sentence: string;
        };
        /** @description Size of the list, and position of the page in it. */
        ListMeta: {
            /** @description Number of records that match the filters. */
            count: number;
            /** @description Page number; 1 if `cursor` was used. */
            page: number;
            /** @description Maximum number of records per page. */
            per_page: number;
            /** @description Pagination cursor of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Size of the list, position of the page in it, and counters. */
        SubmissionListMeta: {
            /** @description Number of submissions that match the filters. With `query` or a date filter at most 10,000: see `count_exact`. */
            count: number;
            /** @description Page number; 1 if `cursor` was used. */
            page: number;
            /** @description Maximum number of records per page. */
            per_page: number;
            /** @description Pagination cursor of the next page. Null on the last page, and if sorted by e-mail address. */
            next_cursor: string | null;
            /** @description Present, and false, if more submissions match than the 10,000 in `count`. */
            count_exact?: boolean;
            /** @description Number of submissions of the form, or of the account, that are neither spam nor trash. */
            inbox_count: number;
            /** @description Number of submissions in the queue: unread, not spam, not trash. */
            unread_count: number;
            /** @description Number of submissions that are spam and not trash. */
            spam_count: number;
            /** @description Number of submissions in the trash. */
            trash_count: number;
            /** @description Name of the form that the list is restricted to. Null if it covers all forms. */
            form_name: string | null;
        };
        /** @description One page of submissions. */
        SubmissionList: {
            submissions: components["schemas"]["Submission"][];
            meta: components["schemas"]["SubmissionListMeta"];
        };
        /** @description One page of forms. */
        FormList: {
            forms: components["schemas"]["Form"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description One page of projects. */
        ProjectList: {
            projects: components["schemas"]["Project"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description One page of the pages of forms. */
        FormViewList: {
            form_views: components["schemas"]["FormView"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description One page of hosts. */
        DomainList: {
            domains: components["schemas"]["Domain"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description One page of webhooks. */
        FormWebhookList: {
            form_webhooks: components["schemas"]["FormWebhook"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description One page of deliveries of every kind. */
        DeliveryList: {
            deliveries: components["schemas"]["Delivery"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description One page of deliveries. */
        WebhookLogList: {
            webhook_logs: components["schemas"]["WebhookLog"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description One page of API keys. */
        ApiKeyList: {
            api_keys: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description Labels of at most 50 characters, without commas and quotation marks. Letter case does not distinguish two tags. A submission has at most 30. */
        Tags: string[];
        /** @description Marks and tags to set. Omitted members stay unchanged. */
        SubmissionChange: {
            /** @description True removes it from the queue; false puts it back. */
            read?: boolean;
            /** @description True marks it spam, false ham. */
            spam?: boolean;
            /** @description True moves it to the trash, false takes it out. */
            trash?: boolean;
            tags?: components["schemas"]["Tags"];
            /** @description True sets `seen_at` to now if it is null; false sets it to null. Neither changes the queue or `updated_at`. */
            seen?: boolean;
        };
        /** @description Marks and tags to set. Omitted members stay unchanged. */
        BulkChange: {
            /** @description True removes them from the queue; false puts them back. */
            read?: boolean;
            /** @description True marks them spam, false ham. */
            spam?: boolean;
            /** @description True moves them to the trash, false takes them out. */
            trash?: boolean;
            tags?: components["schemas"]["Tags"];
            add_tags?: components["schemas"]["Tags"];
            remove_tags?: components["schemas"]["Tags"];
            /** @description True sets `seen_at` to now if it is null; false sets it to null. Neither changes the queue or `updated_at`. */
            seen?: boolean;
        };
        /** @description The marks and tags, flat or wrapped in `submission`. */
        SubmissionInput: {
            /** @description True if read. */
            read?: boolean;
            /** @description True if spam. */
            spam?: boolean;
            /** @description True if in the trash. */
            trash?: boolean;
            tags?: components["schemas"]["Tags"];
            /** @description True sets `seen_at`, false sets it to null. */
            seen?: boolean;
            submission?: components["schemas"]["SubmissionChange"];
        };
        /** @description The marks and tags, wrapped in `submission`. */
        SubmissionPatch: {
            submission: components["schemas"]["SubmissionChange"];
        };
        /** @description The submissions and the marks to set. */
        BulkUpdate: {
            submission_ids: components["schemas"]["Id"][];
            /** @description The `uid` that each submission must have, in the order of `submission_ids`. A submission with another one counts as `not_found`. Default: any. */
            uids?: string[];
            set: components["schemas"]["BulkChange"];
            /** @description Records the marks before under this name, which the client chooses at random, so that `POST /submissions/undo` can restore them within seven days. Requests with the same name are undone together. Tags are not recorded. */
            undo?: string;
        };
        /** @description What to undo. */
        Undo: {
            /** @description The `undo` of the requests to `POST /submissions/bulk`. */
            undo: string;
        };
        /** @description What came of undoing, over all requests with this name. */
        UndoResult: {
            /** @description Submissions that have their marks from before. */
            restored: number;
            /** @description Submissions that were deleted or marked otherwise since, and are left as they are. */
            kept: number;
            /** @description Submissions that are still to be undone: repeat the request. */
            remaining: number;
        };
        /** @description Result for one submission. */
        BulkResultItem: {
            submission_id: components["schemas"]["Id"];
            /**
             * @description `unchanged`: it had these marks already. `not_found`: it does not exist or is not accessible with this key.
             * @enum {string}
             */
            status: "updated" | "unchanged" | "not_found";
        };
        /** @description One result per submission, in the order of the request. */
        BulkResult: {
            results: components["schemas"]["BulkResultItem"][];
        };
        /** @description Result for one submission. */
        ReleaseResultItem: {
            submission_id: components["schemas"]["Id"];
            /**
             * @description `not_leased`: the token did not hold it any more; it stays as it is.
             * @enum {string}
             */
            status: "released" | "not_leased";
        };
        /** @description One result per submission, in the order of the request. */
        ReleaseResult: {
            results: components["schemas"]["ReleaseResultItem"][];
        };
        /** @description The submissions to send again. */
        BulkRefire: {
            submission_ids: components["schemas"]["Id"][];
            /** @description True: only to webhooks that have not accepted the submission yet. Default false. */
            undelivered_only?: boolean;
            /** @description Only to these webhooks. Default: every enabled webhook of the form. */
            webhook_ids?: components["schemas"]["Id"][];
        };
        /** @description Result for one submission. */
        BulkRefireItem: {
            submission_id: components["schemas"]["Id"];
            /**
             * @description `no_webhooks`: its form has no enabled webhook, or none that `undelivered_only` and `webhook_ids` leave. `not_found`: it does not exist or is not accessible with this key.
             * @enum {string}
             */
            status: "queued" | "no_webhooks" | "not_found";
            /** @description The queued deliveries. */
            deliveries: components["schemas"]["WebhookLog"][];
        };
        /** @description One result per submission, in the order of the request. */
        BulkRefireResult: {
            /** @description True, also if nothing was queued because no webhook is enabled; see `results`. */
            success: boolean;
            /** @description One sentence about the result. */
            message: string;
            results: components["schemas"]["BulkRefireItem"][];
        };
        /** @description An HTTP status such as `503`, a class of them such as `5xx`, `none` for an attempt without an answer, or the `error_code` of one, such as `timeout` or `connection_refused`. */
        AnswerStatus: string;
        /** @description Which deliveries to send now. All members are combined with AND. */
        DeliverySend: {
            /** @description Only deliveries with these ids. */
            ids?: components["schemas"]["Id"][];
            /** @description Only deliveries of one form, by id or uuid. Default: every form that the key can access. */
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"];
            /** @description Only deliveries of this submission. */
            submission_id?: components["schemas"]["Id"];
            /** @description Only deliveries to destinations of this kind. */
            kind?: components["schemas"]["DestinationKind"];
            /** @description Only deliveries to this destination. For a webhook it is the id of the webhook. */
            destination_id?: components["schemas"]["Id"];
            /** @description Only deliveries in these states. Default `queued` and `retrying`. */
            states?: components["schemas"]["DeliveryState"][];
            /** @description Only deliveries queued after this time (exclusive): an ISO 8601 date or date-time. UTC if it has no offset. */
            created_after?: string;
            /** @description Only deliveries queued before this time (exclusive). */
            created_before?: string;
            /** @description Only deliveries whose last attempt was answered like this. */
            http_status?: components["schemas"]["AnswerStatus"];
            /** @description True: also send what the receiver has already accepted, including deliveries in the state `succeeded` if `states` names it. Default false. */
            include_delivered?: boolean;
            /** @description True: only count. Default false. */
            dry_run?: boolean;
            /** @description `next_cursor` of the previous batch, unchanged. Valid only with the same filters. */
            cursor?: string;
        };
        /** @description One batch of deliveries that were sent now. */
        DeliverySendResult: {
            /** @description Always true. */
            success: boolean;
            /** @description One sentence about the result. */
            message: string;
            /** @description True: nothing was sent. */
            dry_run: boolean;
            /** @description How many deliveries of this batch were sent, or with `dry_run` would be. */
            count: number;
            counts: components["schemas"]["DeliverySendCounts"];
            /**
             * Format: date-time
             * @description When this batch began; `since` of the requests for progress and to stop.
             */
            started_at: string;
            /** @description Where the next batch begins. Null after the last one. */
            next_cursor: string | null;
        };
        /** @description The deliveries of this batch that match, each counted once, as they were before it. */
        DeliverySendCounts: {
            /** @description Queued for a later attempt. */
            waiting: number;
            /** @description Queued and already due. */
            due: number;
            /** @description An attempt is in progress. */
            delivering: number;
            /** @description Ended without success. */
            failed: number;
            /** @description The receiver has already accepted the submission, by this delivery or by another one to the same destination. */
            delivered: number;
            /** @description Cannot be sent: the destination is disabled or deleted, a later delivery has replaced it, the submission was marked spam or trash, it waits for its lead score, it is in quarantine, or it is an e-mail that failed. */
            left_out: number;
        };
        /** @description Numbers of deliveries. */
        SendingProgress: {
            /** @description Accepted by their receivers since the time. */
            delivered: number;
            /** @description Ended without success since the time. */
            failed: number;
            /** @description Queued and due. */
            due: number;
            /** @description An attempt is in progress. */
            delivering: number;
            /** @description Queued for a later attempt. */
            waiting: number;
        };
        /** @description Which deliveries to take back. */
        DeliveryStop: {
            /** @description Deliveries that became due at this time or later: an ISO 8601 date or date-time. UTC if it has no offset. */
            since: string;
            /** @description Only deliveries of one form, by id or uuid. Default: every form that the key can access. */
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"];
            /** @description Only deliveries of this submission. */
            submission_id?: components["schemas"]["Id"];
            /** @description Only deliveries to destinations of this kind. */
            kind?: components["schemas"]["DestinationKind"];
            /** @description Only deliveries to this destination. For a webhook it is the id of the webhook. */
            destination_id?: components["schemas"]["Id"];
        };
        /** @description How many deliveries were taken back. */
        DeliveryStopResult: {
            /** @description Always true. */
            success: boolean;
            /** @description One sentence about the result. */
            message: string;
            /** @description Retries that wait again for their usual delay. */
            postponed: number;
            /** @description Deliveries that were queued again and are canceled. */
            canceled: number;
        };
        /** @description The queued deliveries. */
        DeliveryRefireResult: {
            /** @description Always true. */
            success: boolean;
            /** @description One sentence about the result. */
            message: string;
            /** @description The queued deliveries. Empty if there was nothing to send. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description The queued deliveries. */
        RefireResult: {
            /** @description Always true. */
            success: boolean;
            /** @description One sentence about the result. */
            message: string;
            /** @description The queued deliveries. Empty if there was nothing to send. */
            deliveries: components["schemas"]["WebhookLog"][];
        };
        /**
         * @description Which unread submissions to claim, none of them in the trash. `new` (default): the queue, without spam. `spam`: only spam. `unread`: spam and ham.
         * @enum {string}
         */
        ClaimFilter: "new" | "spam" | "unread";
        /** @description Which submissions to lease, to whom and for how long. */
        Claim: {
            /** @description Restrict to one form, by id or uuid. Default: every form that the key can access. */
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"];
            filter?: components["schemas"]["ClaimFilter"];
            /** @description Maximum number of submissions to lease. */
            limit: number;
            /** @description Duration of the lease in seconds. */
            lease_seconds: number;
            /** @description Name of the consumer. The submission shows it while it is leased. */
            consumer: string;
        };
        /** @description A lease. */
        ClaimResult: {
            /** @description The leased submissions, oldest first. */
            submissions: components["schemas"]["Submission"][];
            /** @description Token that identifies the lease in `release` and `extend`. */
            lease_token: string;
            /**
             * Format: date-time
             * @description When the lease expires unless it is extended.
             */
            lease_expires_at: string;
        };
        /** @description Which submissions to release, and when they can be claimed again. */
        Release: {
            /** @description `lease_token` of the claim. */
            lease_token: string;
            submission_ids: components["schemas"]["Id"][];
            /** @description Delay in seconds before it can be claimed again. Default 0. */
            retry_after_seconds?: number;
            /** @description True: it cannot be claimed until it is marked unread. Not together with `retry_after_seconds`. Default false. */
            dead?: boolean;
        };
        /** @description Which leases to extend, and for how long. */
        Extend: {
            /** @description `lease_token` of the claim. */
            lease_token: string;
            /** @description New duration of the lease in seconds, from now. */
            lease_seconds: number;
            /** @description Default: everything that the token holds. */
            submission_ids?: components["schemas"]["Id"][];
        };
        /** @description Captcha provider and credentials. ALTCHA is self-hosted and needs no secret. */
        Captcha: {
            /**
             * @description The service that verifies visitors.
             * @enum {string}
             */
            provider: "altcha" | "turnstile" | "hcaptcha" | "recaptcha";
            /** @description Public site key from the provider. Null for `altcha`. */
            site_key?: string | null;
            /** @description Secret key from the provider; masked in responses. To keep the stored secret, omit it or send the mask back. */
            secret?: string | null;
        };
        /** @description An ALTCHA challenge, as the widget expects it. */
        Challenge: {
            /** @description Parameters of the proof of work. */
            parameters: {
                /** @description Name of the key derivation function. */
                algorithm: string;
                /** @description Random value in hex. */
                nonce: string;
                /** @description Random salt in hex. */
                salt: string;
                /** @description Iterations of the key derivation function. */
                cost: number;
                /** @description Length of the derived key in bytes. */
                keyLength: number;
                /** @description Prefix in hex that the derived key of a solution starts with. */
                keyPrefix: string;
                /** @description When the challenge expires, in seconds since the Unix epoch. */
                expiresAt: number;
            } & {
                [key: string]: unknown;
            };
            /** @description Signature of the parameters; the server checks it. */
            signature: string;
        };
        /** @description Lead scoring settings. Sending them replaces them as a whole. */
        LeadScoring: {
            /** @description True if new submissions are scored. Default false. */
            enabled: boolean;
            /**
             * @description `rules` (default): built-in rules. `http`: the model behind `INTRAY_LEADS_URL`; if none is configured or it gives no score, the rules decide.
             * @enum {string}
             */
            provider?: "rules" | "http";
            /** @description Description of a good lead, for the model. Null if there is none. */
            instructions?: string | null;
            /** @description How many seconds a delivery waits for the model's score. Default 30. After that it is sent without the score. */
            delivery_wait_seconds?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Which spam checks are enabled. All are by default, except `akismet` and `mail_domain`. */
        SpamChecks: {
            /** @description The hidden field `honeypot_field` was filled in. */
            honeypot: boolean;
            /** @description More posts per minute from one IP address than `INTRAY_RATE_LIMIT`; files of such posts are not kept. If disabled, this form has no rate limit. */
            rate: boolean;
            /** @description Sent less than 2 seconds after the page was opened, according to the field `_started`. */
            too_fast: boolean;
            /** @description The e-mail address belongs to a disposable e-mail service. */
            disposable: boolean;
            /** @description Too many links, links in a name, or links as HTML or BBCode. */
            links: boolean;
            /** @description Advertising, random letters, or words that mix look-alike letters of two alphabets. */
            content: boolean;
            /** @description Text classifier, trained when users mark submissions spam or ham. */
            classifier: boolean;
            /** @description Akismet, a third-party service that receives the post. Needs `INTRAY_AKISMET_KEY`. */
            akismet: boolean;
            /** @description The domain of the e-mail address takes no mail, according to DNS. A post waits at most 2 seconds for the answer; without one nothing is found. */
            mail_domain: boolean;
        };
        /** @description Spam checks to enable or disable. Omitted ones stay unchanged. */
        SpamCheckSettings: {
            /** @description The hidden field `honeypot_field` was filled in. */
            honeypot?: boolean;
            /** @description More posts per minute from one IP address than `INTRAY_RATE_LIMIT`; files of such posts are not kept. If disabled, this form has no rate limit. */
            rate?: boolean;
            /** @description Sent less than 2 seconds after the page was opened, according to the field `_started`. */
            too_fast?: boolean;
            /** @description The e-mail address belongs to a disposable e-mail service. */
            disposable?: boolean;
            /** @description Too many links, links in a name, or links as HTML or BBCode. */
            links?: boolean;
            /** @description Advertising, random letters, or words that mix look-alike letters of two alphabets. */
            content?: boolean;
            /** @description Text classifier, trained when users mark submissions spam or ham. */
            classifier?: boolean;
            /** @description Akismet, a third-party service that receives the post. Needs `INTRAY_AKISMET_KEY`. */
            akismet?: boolean;
            /** @description The domain of the e-mail address takes no mail, according to DNS. A post waits at most 2 seconds for the answer; without one nothing is found. */
            mail_domain?: boolean;
        };
        /** @description A form: an address to post to (`/f/<uuid>`) and its settings. */
        Form: {
            id: components["schemas"]["Id"];
            /** @description 12 lower-case hex digits. Used in the form's address, and accepted wherever a form id is. */
            uuid: string;
            /** @description Name of the form. */
            name: string;
            /** @description Project of the form. Null (default) stands for the first project of the account. */
            project_id: components["schemas"]["Id"];
            /** @description IANA time zone name, such as `Europe/Berlin`. Default `UTC`. */
            timezone: string;
            /** @description URL that the browser opens after a post. Null (default) or empty text shows the hosted thank-you page. */
            redirect_url: string | null;
            /** @description Heading of the thank-you page. Null (default) for the built-in one. */
            redirect_heading: string | null;
            /** @description Message on the thank-you page. Null (default) for the built-in one. */
            redirect_message: string | null;
            /** @description True: everyone can open the form at `/v/<uuid>`, made from `fields`, and other sites can show it in a frame. Default false. Without `fields` there is no page. */
            form_view_enabled: boolean;
            /** @description True: every post is answered with JSON, also if a browser navigates. Default false. */
            use_ajax: boolean;
            /**
             * @description Form service that the page was moved from. Its control fields without an underscore are read, such as `redirect` of Web3Forms or `form-name` of Netlify Forms. Null (default): fields of these names are data.
             * @enum {string|null}
             */
            origin_service: "basin" | "formcarry" | "formspree" | "formsubmit" | "getform" | "netlify" | "staticforms" | "web3forms" | null;
            /** @description URL that the browser opens after a post whose captcha answer is missing or wrong; the post is stored as spam. Null (default) or empty answers it as every other. */
            recaptcha_failed_url: string | null;
            /** @description Text of the button on the thank-you page. Null (default) or empty for the built-in one. */
            redirect_button_text: string | null;
            /** @description URL that the button on the thank-you page opens. Null (default) or empty: the page that posted, or no button if that is unknown. */
            redirect_button_url: string | null;
            /** @description Color of the button on the thank-you page, such as `#1a7f37`. Null (default) for `button_background_color`. */
            redirect_button_background_color: string | null;
            /** @description Color of its text, such as `#ffffff`. Null (default) for `button_text_color`. Black or white if it cannot be read on the background. */
            redirect_button_text_color: string | null;
            /** @description True (default): submissions of the form that a user marks as spam or ham train the spam classifier of the account, and Akismet is told of corrections if the form uses it. */
            contribute_to_spam_training: boolean;
            /** @description True: opening a submission in the dashboard also marks it read. Default false: opening only sets `seen_at`. Always false while `queue_consumer` is set, and true is then rejected, since opening would take work from that program. */
            opening_marks_read: boolean;
            /** @description The first program that was seen to work on the queue of the form. Null if there was none. */
            queue_consumer: components["schemas"]["QueueConsumer"] | null;
            /** @description Name of the hidden field that marks a post as spam if it is filled in. Default `_gotcha`. `_gotcha`, `_honey` and `_honeypot` do so on every form. */
            honeypot_field: string;
            /** @description True (default): a post with the same fields as one in the last 10 minutes is spam (reason `duplicate`). Up to 200 characters without an e-mail address are only compared with posts from the same IP address. Posts with files are not compared. */
            duplicate_filter: boolean;
            /** @description Domains, with their subdomains, whose pages may post; posts from other sites are rejected with 403. A post may also ask for a redirect to them (`_redirect`). Empty (default): every site may post. */
            allowed_domains: string[];
            /** @description Domains, with their subdomains. A post with a link or an e-mail address to one of them is spam. Empty by default. */
            blocked_domains: string[];
            /** @description Words and phrases that make a post spam: whole words, case-insensitive. Empty by default. */
            content_blacklist: string[];
            spam_checks: components["schemas"]["SpamChecks"];
            /** @description Captcha of the form. Null (default) for none. */
            captcha: components["schemas"]["Captcha"] | null;
            /** @description True: `captcha` is reCAPTCHA. Setting it needs the keys in `captcha`; false turns that captcha off. One of the three `force_` members is true at most. */
            force_recaptcha: boolean;
            /** @description As `force_recaptcha`, for hCaptcha. */
            force_hcaptcha: boolean;
            /** @description As `force_recaptcha`, for Turnstile. The keys may be sent as `turnstile_site_key` and `turnstile_secret`. */
            force_turnstile: boolean;
            /** @description `site_key` of `captcha` if that is Turnstile, otherwise null. */
            turnstile_site_key: string | null;
            /** @description `secret` of `captcha` if that is Turnstile, otherwise null; masked in responses. */
            turnstile_secret: string | null;
            /** @description The spam check `mail_domain` of `spam_checks`. */
            smtp_email_validation: boolean;
            /** @description `allowed_domains`, separated by commas. Null or empty for none. A request that changes both to different values is rejected with 422. */
            whitelist_source_domains: string | null;
            /** @description Not supported. Always null; another value is rejected with 422. */
            domain_id: number | null;
            /** @description Not supported. Always null; another value is rejected with 422. */
            domain_email: string | null;
            /** @description Not supported. Always null; another value is rejected with 422. */
            notification_mail_template_id: number | null;
            /** @description Not supported. Always null; another value is rejected with 422. */
            auto_response_mail_template_id: number | null;
            /** @description Not supported. Always null; another value is rejected with 422. */
            confirmation_mail_template_id: number | null;
            /** @description Read submissions are deleted this many days after arrival, once none of their deliveries is queued or in progress. 0 (default) keeps them; null is accepted for 0. */
            retention_days: number;
            /** @description True: retention also deletes unread submissions. Default false. */
            retention_includes_unread: boolean;
            /** @description Field rules. A post that breaks one is rejected with 422 and not stored. Fields without a rule are stored as they are sent. Empty (default): every post is stored. */
            fields: components["schemas"]["FieldRule"][];
            lead_scoring: components["schemas"]["LeadScoring"];
            /** @description E-mail addresses that get the notifications, at most 50, separated by commas. Omitted keeps the list, empty text (default) clears it. Addresses that are there twice are kept once. Empty with a form API key. */
            notification_emails: string;
            /** @description As `notification_emails`, for recipients in Cc. */
            notification_cc_emails: string;
            /** @description As `notification_emails`, for recipients in Bcc, which other recipients do not see. */
            notification_bcc_emails: string;
            /** @description Subject of notifications, a template as in webhooks with the format `custom`. Null (default) or empty for the built-in one. */
            notification_subject: string | null;
            /** @description Name of the sender of notifications; the address is always that of the server. Null (default) for the name of the form. */
            notification_from_name: string | null;
            /**
             * @description When notifications are sent: one for each submission (`immediately`, default), or one for all submissions of an hour, day or week, or none (`off`).
             * @enum {string}
             */
            notification_schedule: "immediately" | "hourly" | "daily" | "weekly" | "off";
            /** @description Hour of daily and weekly notifications in the time zone of the form. Default 8. */
            notification_hour: number;
            /**
             * @description Day of weekly notifications. Default `monday`.
             * @enum {string}
             */
            notification_weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
            /** @description True: a reply to a notification does not go to the submitter. Default false. */
            exclude_submitter_from_reply: boolean;
            /**
             * @description How notifications contain the files of a submission. `attached`: as attachments too, up to 10 MiB together; larger ones only as links. Default `links`.
             * @enum {string}
             */
            notification_attachments: "links" | "attached";
            /** @description True: the submitter gets a copy of the submitted data by e-mail. Default false. */
            data_receipt_email: boolean;
            /** @description True: the submitter gets an automatic answer by e-mail, once in 24 hours. Default false. */
            autoreply: boolean;
            /** @description Subject of the automatic answer, a template. Null (default) for the built-in one. */
            autoreply_subject: string | null;
            /** @description Text of the automatic answer, a template. Null (default) for the built-in one. */
            autoreply_body: string | null;
            /** @description Name of the sender of the automatic answer. Null (default) for the name of the form. */
            autoreply_from_name: string | null;
            /** @description First line of the signature, such as `Kind regards`. Null by default. */
            autoreply_greeting: string | null;
            /** @description Name in the signature. Null by default. */
            autoreply_name: string | null;
            /** @description Title or company in the signature. Null by default. */
            autoreply_title: string | null;
            /** @description E-mail address in the signature. Replies to the automatic answer go there. Null by default. */
            autoreply_email: string | null;
            /** @description HTML template of notifications. Null by default. */
            custom_template: string | null;
            /** @description True: notifications are made from `custom_template`, if there is one. Default false. */
            use_custom_template: boolean;
            /** @description HTML template of the automatic answer. Null by default. */
            autoreply_custom_template: string | null;
            /** @description True: the automatic answer is made from `autoreply_custom_template`, if there is one. Default false. */
            autoreply_use_custom_template: boolean;
            /** @description True: notifications and digests have no links to the dashboard. Default false. */
            hide_dashboard_button: boolean;
            /** @description URL of an image, with https, at the top of e-mails and hosted pages. Null by default. */
            logo: string | null;
            /** @description Color of buttons in e-mails and on hosted pages, such as `#1a7f37`. Null for the built-in one. */
            button_background_color: string | null;
            /** @description Color of the text of buttons, such as `#ffffff`. Null for black or white, which also replace a color that cannot be read on that of the button. */
            button_text_color: string | null;
            /**
             * @description Language of e-mails, and of hosted pages for visitors whose own language is unknown or not available. Null (default) for English.
             * @enum {string|null}
             */
            language: "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "ja" | null;
            /** @description What to set on the server before it can send e-mails. Null if it can. Until then the settings are kept, and nothing is sent. Read-only. */
            mail_notice: string | null;
            /** @description The addresses in `notification_emails` that wait for their confirmation. Nothing else is sent to them until then. Read-only. */
            notification_emails_pending: string;
            /** @description The addresses in `notification_cc_emails` that wait for their confirmation. Nothing else is sent to them until then. Read-only. */
            notification_cc_emails_pending: string;
            /** @description The addresses in `notification_bcc_emails` that wait for their confirmation. Nothing else is sent to them until then. Read-only. */
            notification_bcc_emails_pending: string;
            /** @description Name of the project. */
            project_name: string;
            /** @description Number of submissions that are neither spam nor trash. */
            inbox_count: number;
            /** @description Number of submissions that are spam and not trash. */
            spam_count: number;
            /** @description Number of submissions in the trash. */
            trash_count: number;
            /** @description Number of submissions in the queue: unread, not spam, not trash. */
            unread_count: number;
            /** @description The first 100 webhooks of the form. Empty with a form API key. */
            form_webhooks: components["schemas"]["FormWebhook"][];
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change of a setting.
             */
            updated_at: string;
        };
        /** @description The hosted page that shows a form. */
        FormView: {
            /** @description That of the form. */
            id: components["schemas"]["Id"];
            form_id: components["schemas"]["Id"];
            /** @description The form's uuid. */
            form_uuid: string;
            /** @description Name of the form. */
            name: string;
            /** @description The form's `form_view_enabled`. False if `url` shows nothing. */
            enabled: boolean;
            /** @description Address of the page. */
            url: string;
            /** @description HTML that shows the page in a frame of another page, as high as the form. */
            embed_html: string;
            /** @description The fields that the page shows. */
            fields: components["schemas"]["FieldRule"][];
            /**
             * Format: date-time
             * @description Time of creation of the form.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the form's last change.
             */
            updated_at: string;
        };
        /** @description What the field of a post has to be. An empty value counts as not sent, so the other members apply only to fields that are filled in. */
        FieldRule: {
            /** @description Name of the field, as pages send it but without `[]`. Unique within the form. */
            name: string;
            /**
             * @description Type of the input. `email`, `url` (http or https), `number` and `date` (`YYYY-MM-DD`) check the value. `select`, `radio` and a `checkbox` with `options` take values from them.
             * @enum {string}
             */
            type: "text" | "textarea" | "email" | "url" | "tel" | "number" | "date" | "select" | "radio" | "checkbox" | "hidden" | "file";
            /** @description Name for visitors. By default the name of the field. */
            label?: string;
            /** @description True: the field must be filled in. Default false. */
            required?: boolean;
            /** @description True: a `select` or `file` field takes several values. Default false. A `checkbox` with `options` always does. */
            multiple?: boolean;
            /** @description Smallest `number` or earliest `date` (text, `YYYY-MM-DD`), smallest number of chosen options or files, and for text the smallest number of characters. */
            min?: number | string;
            /** @description Largest number, latest date, largest number of chosen options or files, or largest number of characters. */
            max?: number | string;
            /** @description Regular expression that the whole value has to match, as in HTML. It cannot look ahead or behind, nor refer to groups. Values longer than 500 characters do not match. For `text`, `email`, `url`, `tel` and `hidden`. */
            pattern?: string;
            /** @description Values to choose from. For `select`, `radio` and `checkbox`. */
            options?: string[];
            /** @description Types of a `file`, separated by commas, such as `.pdf,image/*`. Extension and type are those that the browser sends. */
            accept?: string;
            /** @description Largest size of one `file`, in bytes. */
            max_bytes?: number;
        };
        /** @description Writable form settings. */
        FormSettings: {
            /** @description Name of the form. */
            name?: string;
            /** @description Project of the form. Null (default) stands for the first project of the account. */
            project_id?: components["schemas"]["Id"] | null;
            /** @description IANA time zone name, such as `Europe/Berlin`. Default `UTC`. */
            timezone?: string;
            /** @description URL that the browser opens after a post. Null (default) or empty text shows the hosted thank-you page. */
            redirect_url?: string | null;
            /** @description Heading of the thank-you page. Null (default) for the built-in one. */
            redirect_heading?: string | null;
            /** @description Message on the thank-you page. Null (default) for the built-in one. */
            redirect_message?: string | null;
            /** @description True: everyone can open the form at `/v/<uuid>`, made from `fields`, and other sites can show it in a frame. Default false. Without `fields` there is no page. */
            form_view_enabled?: boolean;
            /** @description True: every post is answered with JSON, also if a browser navigates. Default false. */
            use_ajax?: boolean;
            /**
             * @description Form service that the page was moved from. Its control fields without an underscore are read, such as `redirect` of Web3Forms or `form-name` of Netlify Forms. Null (default): fields of these names are data.
             * @enum {string|null}
             */
            origin_service?: "basin" | "formcarry" | "formspree" | "formsubmit" | "getform" | "netlify" | "staticforms" | "web3forms" | null;
            /** @description URL that the browser opens after a post whose captcha answer is missing or wrong; the post is stored as spam. Null (default) or empty answers it as every other. */
            recaptcha_failed_url?: string | null;
            /** @description Text of the button on the thank-you page. Null (default) or empty for the built-in one. */
            redirect_button_text?: string | null;
            /** @description URL that the button on the thank-you page opens. Null (default) or empty: the page that posted, or no button if that is unknown. */
            redirect_button_url?: string | null;
            /** @description Color of the button on the thank-you page, such as `#1a7f37`. Null (default) for `button_background_color`. */
            redirect_button_background_color?: string | null;
            /** @description Color of its text, such as `#ffffff`. Null (default) for `button_text_color`. Black or white if it cannot be read on the background. */
            redirect_button_text_color?: string | null;
            /** @description True (default): submissions of the form that a user marks as spam or ham train the spam classifier of the account, and Akismet is told of corrections if the form uses it. */
            contribute_to_spam_training?: boolean;
            /** @description True: opening a submission in the dashboard also marks it read. Default false: opening only sets `seen_at`. Always false while `queue_consumer` is set, and true is then rejected, since opening would take work from that program. */
            opening_marks_read?: boolean;
            /** @description Name of the hidden field that marks a post as spam if it is filled in. Default `_gotcha`. `_gotcha`, `_honey` and `_honeypot` do so on every form. */
            honeypot_field?: string;
            /** @description True (default): a post with the same fields as one in the last 10 minutes is spam (reason `duplicate`). Up to 200 characters without an e-mail address are only compared with posts from the same IP address. Posts with files are not compared. */
            duplicate_filter?: boolean;
            /** @description Domains, with their subdomains, whose pages may post; posts from other sites are rejected with 403. A post may also ask for a redirect to them (`_redirect`). Empty (default): every site may post. */
            allowed_domains?: string[];
            /** @description Domains, with their subdomains. A post with a link or an e-mail address to one of them is spam. Empty by default. */
            blocked_domains?: string[];
            /** @description Words and phrases that make a post spam: whole words, case-insensitive. Empty by default. */
            content_blacklist?: string[];
            spam_checks?: components["schemas"]["SpamCheckSettings"];
            /** @description Captcha of the form. Null (default) for none. */
            captcha?: components["schemas"]["Captcha"] | null;
            /** @description True: `captcha` is reCAPTCHA. Setting it needs the keys in `captcha`; false turns that captcha off. One of the three `force_` members is true at most. */
            force_recaptcha?: boolean;
            /** @description As `force_recaptcha`, for hCaptcha. */
            force_hcaptcha?: boolean;
            /** @description As `force_recaptcha`, for Turnstile. The keys may be sent as `turnstile_site_key` and `turnstile_secret`. */
            force_turnstile?: boolean;
            /** @description `site_key` of `captcha` if that is Turnstile, otherwise null. */
            turnstile_site_key?: string | null;
            /** @description `secret` of `captcha` if that is Turnstile, otherwise null; masked in responses. */
            turnstile_secret?: string | null;
            /** @description The spam check `mail_domain` of `spam_checks`. */
            smtp_email_validation?: boolean;
            /** @description `allowed_domains`, separated by commas. Null or empty for none. A request that changes both to different values is rejected with 422. */
            whitelist_source_domains?: string | null;
            /** @description Read submissions are deleted this many days after arrival, once none of their deliveries is queued or in progress. 0 (default) keeps them; null is accepted for 0. */
            retention_days?: number | null;
            /** @description True: retention also deletes unread submissions. Default false. */
            retention_includes_unread?: boolean;
            /** @description Field rules. A post that breaks one is rejected with 422 and not stored. Fields without a rule are stored as they are sent. Empty (default): every post is stored. */
            fields?: components["schemas"]["FieldRule"][];
            lead_scoring?: components["schemas"]["LeadScoring"];
            /** @description E-mail addresses that get the notifications, at most 50, separated by commas. Omitted keeps the list, empty text (default) clears it. Addresses that are there twice are kept once. Empty with a form API key. */
            notification_emails?: string;
            /** @description As `notification_emails`, for recipients in Cc. */
            notification_cc_emails?: string;
            /** @description As `notification_emails`, for recipients in Bcc, which other recipients do not see. */
            notification_bcc_emails?: string;
            /** @description Subject of notifications, a template as in webhooks with the format `custom`. Null (default) or empty for the built-in one. */
            notification_subject?: string | null;
            /** @description Name of the sender of notifications; the address is always that of the server. Null (default) for the name of the form. */
            notification_from_name?: string | null;
            /**
             * @description When notifications are sent: one for each submission (`immediately`, default), or one for all submissions of an hour, day or week, or none (`off`).
             * @enum {string}
             */
            notification_schedule?: "immediately" | "hourly" | "daily" | "weekly" | "off";
            /** @description Hour of daily and weekly notifications in the time zone of the form. Default 8. */
            notification_hour?: number;
            /**
             * @description Day of weekly notifications. Default `monday`.
             * @enum {string}
             */
            notification_weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
            /** @description True: a reply to a notification does not go to the submitter. Default false. */
            exclude_submitter_from_reply?: boolean;
            /**
             * @description How notifications contain the files of a submission. `attached`: as attachments too, up to 10 MiB together; larger ones only as links. Default `links`.
             * @enum {string}
             */
            notification_attachments?: "links" | "attached";
            /** @description True: the submitter gets a copy of the submitted data by e-mail. Default false. */
            data_receipt_email?: boolean;
            /** @description True: the submitter gets an automatic answer by e-mail, once in 24 hours. Default false. */
            autoreply?: boolean;
            /** @description Subject of the automatic answer, a template. Null (default) for the built-in one. */
            autoreply_subject?: string | null;
            /** @description Text of the automatic answer, a template. Null (default) for the built-in one. */
            autoreply_body?: string | null;
            /** @description Name of the sender of the automatic answer. Null (default) for the name of the form. */
            autoreply_from_name?: string | null;
            /** @description First line of the signature, such as `Kind regards`. Null by default. */
            autoreply_greeting?: string | null;
            /** @description Name in the signature. Null by default. */
            autoreply_name?: string | null;
            /** @description Title or company in the signature. Null by default. */
            autoreply_title?: string | null;
            /** @description E-mail address in the signature. Replies to the automatic answer go there. Null by default. */
            autoreply_email?: string | null;
            /** @description HTML template of notifications. Null by default. */
            custom_template?: string | null;
            /** @description True: notifications are made from `custom_template`, if there is one. Default false. */
            use_custom_template?: boolean;
            /** @description HTML template of the automatic answer. Null by default. */
            autoreply_custom_template?: string | null;
            /** @description True: the automatic answer is made from `autoreply_custom_template`, if there is one. Default false. */
            autoreply_use_custom_template?: boolean;
            /** @description True: notifications and digests have no links to the dashboard. Default false. */
            hide_dashboard_button?: boolean;
            /** @description URL of an image, with https, at the top of e-mails and hosted pages. Null by default. */
            logo?: string | null;
            /** @description Color of buttons in e-mails and on hosted pages, such as `#1a7f37`. Null for the built-in one. */
            button_background_color?: string | null;
            /** @description Color of the text of buttons, such as `#ffffff`. Null for black or white, which also replace a color that cannot be read on that of the button. */
            button_text_color?: string | null;
            /**
             * @description Language of e-mails, and of hosted pages for visitors whose own language is unknown or not available. Null (default) for English.
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "ja" | null;
        };
        /** @description Writable form settings, flat or wrapped in `form`. */
        FormInput: {
            /** @description Name of the form. */
            name?: string;
            /** @description Project of the form. Null (default) stands for the first project of the account. */
            project_id?: components["schemas"]["Id"] | null;
            /** @description IANA time zone name, such as `Europe/Berlin`. Default `UTC`. */
            timezone?: string;
            /** @description URL that the browser opens after a post. Null (default) or empty text shows the hosted thank-you page. */
            redirect_url?: string | null;
            /** @description Heading of the thank-you page. Null (default) for the built-in one. */
            redirect_heading?: string | null;
            /** @description Message on the thank-you page. Null (default) for the built-in one. */
            redirect_message?: string | null;
            /** @description True: everyone can open the form at `/v/<uuid>`, made from `fields`, and other sites can show it in a frame. Default false. Without `fields` there is no page. */
            form_view_enabled?: boolean;
            /** @description True: every post is answered with JSON, also if a browser navigates. Default false. */
            use_ajax?: boolean;
            /**
             * @description Form service that the page was moved from. Its control fields without an underscore are read, such as `redirect` of Web3Forms or `form-name` of Netlify Forms. Null (default): fields of these names are data.
             * @enum {string|null}
             */
            origin_service?: "basin" | "formcarry" | "formspree" | "formsubmit" | "getform" | "netlify" | "staticforms" | "web3forms" | null;
            /** @description URL that the browser opens after a post whose captcha answer is missing or wrong; the post is stored as spam. Null (default) or empty answers it as every other. */
            recaptcha_failed_url?: string | null;
            /** @description Text of the button on the thank-you page. Null (default) or empty for the built-in one. */
            redirect_button_text?: string | null;
            /** @description URL that the button on the thank-you page opens. Null (default) or empty: the page that posted, or no button if that is unknown. */
            redirect_button_url?: string | null;
            /** @description Color of the button on the thank-you page, such as `#1a7f37`. Null (default) for `button_background_color`. */
            redirect_button_background_color?: string | null;
            /** @description Color of its text, such as `#ffffff`. Null (default) for `button_text_color`. Black or white if it cannot be read on the background. */
            redirect_button_text_color?: string | null;
            /** @description True (default): submissions of the form that a user marks as spam or ham train the spam classifier of the account, and Akismet is told of corrections if the form uses it. */
            contribute_to_spam_training?: boolean;
            /** @description True: opening a submission in the dashboard also marks it read. Default false: opening only sets `seen_at`. Always false while `queue_consumer` is set, and true is then rejected, since opening would take work from that program. */
            opening_marks_read?: boolean;
            /** @description Name of the hidden field that marks a post as spam if it is filled in. Default `_gotcha`. `_gotcha`, `_honey` and `_honeypot` do so on every form. */
            honeypot_field?: string;
            /** @description True (default): a post with the same fields as one in the last 10 minutes is spam (reason `duplicate`). Up to 200 characters without an e-mail address are only compared with posts from the same IP address. Posts with files are not compared. */
            duplicate_filter?: boolean;
            /** @description Domains, with their subdomains, whose pages may post; posts from other sites are rejected with 403. A post may also ask for a redirect to them (`_redirect`). Empty (default): every site may post. */
            allowed_domains?: string[];
            /** @description Domains, with their subdomains. A post with a link or an e-mail address to one of them is spam. Empty by default. */
            blocked_domains?: string[];
            /** @description Words and phrases that make a post spam: whole words, case-insensitive. Empty by default. */
            content_blacklist?: string[];
            spam_checks?: components["schemas"]["SpamCheckSettings"];
            /** @description Captcha of the form. Null (default) for none. */
            captcha?: components["schemas"]["Captcha"] | null;
            /** @description True: `captcha` is reCAPTCHA. Setting it needs the keys in `captcha`; false turns that captcha off. One of the three `force_` members is true at most. */
            force_recaptcha?: boolean;
            /** @description As `force_recaptcha`, for hCaptcha. */
            force_hcaptcha?: boolean;
            /** @description As `force_recaptcha`, for Turnstile. The keys may be sent as `turnstile_site_key` and `turnstile_secret`. */
            force_turnstile?: boolean;
            /** @description `site_key` of `captcha` if that is Turnstile, otherwise null. */
            turnstile_site_key?: string | null;
            /** @description `secret` of `captcha` if that is Turnstile, otherwise null; masked in responses. */
            turnstile_secret?: string | null;
            /** @description The spam check `mail_domain` of `spam_checks`. */
            smtp_email_validation?: boolean;
            /** @description `allowed_domains`, separated by commas. Null or empty for none. A request that changes both to different values is rejected with 422. */
            whitelist_source_domains?: string | null;
            /** @description Read submissions are deleted this many days after arrival, once none of their deliveries is queued or in progress. 0 (default) keeps them; null is accepted for 0. */
            retention_days?: number | null;
            /** @description True: retention also deletes unread submissions. Default false. */
            retention_includes_unread?: boolean;
            /** @description Field rules. A post that breaks one is rejected with 422 and not stored. Fields without a rule are stored as they are sent. Empty (default): every post is stored. */
            fields?: components["schemas"]["FieldRule"][];
            lead_scoring?: components["schemas"]["LeadScoring"];
            /** @description E-mail addresses that get the notifications, at most 50, separated by commas. Omitted keeps the list, empty text (default) clears it. Addresses that are there twice are kept once. Empty with a form API key. */
            notification_emails?: string;
            /** @description As `notification_emails`, for recipients in Cc. */
            notification_cc_emails?: string;
            /** @description As `notification_emails`, for recipients in Bcc, which other recipients do not see. */
            notification_bcc_emails?: string;
            /** @description Subject of notifications, a template as in webhooks with the format `custom`. Null (default) or empty for the built-in one. */
            notification_subject?: string | null;
            /** @description Name of the sender of notifications; the address is always that of the server. Null (default) for the name of the form. */
            notification_from_name?: string | null;
            /**
             * @description When notifications are sent: one for each submission (`immediately`, default), or one for all submissions of an hour, day or week, or none (`off`).
             * @enum {string}
             */
            notification_schedule?: "immediately" | "hourly" | "daily" | "weekly" | "off";
            /** @description Hour of daily and weekly notifications in the time zone of the form. Default 8. */
            notification_hour?: number;
            /**
             * @description Day of weekly notifications. Default `monday`.
             * @enum {string}
             */
            notification_weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
            /** @description True: a reply to a notification does not go to the submitter. Default false. */
            exclude_submitter_from_reply?: boolean;
            /**
             * @description How notifications contain the files of a submission. `attached`: as attachments too, up to 10 MiB together; larger ones only as links. Default `links`.
             * @enum {string}
             */
            notification_attachments?: "links" | "attached";
            /** @description True: the submitter gets a copy of the submitted data by e-mail. Default false. */
            data_receipt_email?: boolean;
            /** @description True: the submitter gets an automatic answer by e-mail, once in 24 hours. Default false. */
            autoreply?: boolean;
            /** @description Subject of the automatic answer, a template. Null (default) for the built-in one. */
            autoreply_subject?: string | null;
            /** @description Text of the automatic answer, a template. Null (default) for the built-in one. */
            autoreply_body?: string | null;
            /** @description Name of the sender of the automatic answer. Null (default) for the name of the form. */
            autoreply_from_name?: string | null;
            /** @description First line of the signature, such as `Kind regards`. Null by default. */
            autoreply_greeting?: string | null;
            /** @description Name in the signature. Null by default. */
            autoreply_name?: string | null;
            /** @description Title or company in the signature. Null by default. */
            autoreply_title?: string | null;
            /** @description E-mail address in the signature. Replies to the automatic answer go there. Null by default. */
            autoreply_email?: string | null;
            /** @description HTML template of notifications. Null by default. */
            custom_template?: string | null;
            /** @description True: notifications are made from `custom_template`, if there is one. Default false. */
            use_custom_template?: boolean;
            /** @description HTML template of the automatic answer. Null by default. */
            autoreply_custom_template?: string | null;
            /** @description True: the automatic answer is made from `autoreply_custom_template`, if there is one. Default false. */
            autoreply_use_custom_template?: boolean;
            /** @description True: notifications and digests have no links to the dashboard. Default false. */
            hide_dashboard_button?: boolean;
            /** @description URL of an image, with https, at the top of e-mails and hosted pages. Null by default. */
            logo?: string | null;
            /** @description Color of buttons in e-mails and on hosted pages, such as `#1a7f37`. Null for the built-in one. */
            button_background_color?: string | null;
            /** @description Color of the text of buttons, such as `#ffffff`. Null for black or white, which also replace a color that cannot be read on that of the button. */
            button_text_color?: string | null;
            /**
             * @description Language of e-mails, and of hosted pages for visitors whose own language is unknown or not available. Null (default) for English.
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "pl" | "ja" | null;
            form?: components["schemas"]["FormSettings"];
        };
        /** @description An address. */
        RecipientInput: {
            /** @description E-mail address, in any letter case. */
            address: string;
        };
        /** @description Which e-mail to render. */
        EmailPreviewInput: {
            /**
             * @description `notification` to the recipients of the form, or `answer` to the submitter.
             * @enum {string}
             */
            kind: "notification" | "answer";
            form?: components["schemas"]["FormSettings"];
            submission_id?: components["schemas"]["Id"];
        };
        /** @description A rendered e-mail: of the submission, or of a sample if `submission_id` is absent. Settings in `form` that change this e-mail replace the stored ones; others are ignored. */
        EmailPreview: {
            /** @description The sender. */
            from: {
                /** @description Name of the sender. */
                name: string;
                /** @description Address of the server; null if e-mail is not set up. */
                address: string | null;
            };
            /** @description Addresses in To. */
            to: string[];
            /** @description Addresses in Cc. */
            cc: string[];
            /** @description Address that gets replies. */
            reply_to: string | null;
            /** @description The subject. */
            subject: string;
            /** @description The text part. */
            text: string;
            /** @description The HTML part. */
            html: string;
        };
        /** @description What became of a test e-mail. */
        TestEmail: {
            /** @description Whether the relay has accepted it. */
            success: boolean;
            /** @description Where it was sent. */
            to: string;
            /** @description A sentence for people, with the answer of the relay. */
            message: string;
            /** @description SMTP status code of the answer; null if there was none. */
            smtp_status: number | null;
            /** @description As that of an attempt of a delivery. Null if it was accepted, or not tried. */
            error_code: "http_status" | "smtp_status" | "dns_error" | "connection_refused" | "connection_reset" | "timeout" | "tls_error" | "auth_failed" | "blocked_address" | "invalid_url" | "render_failed" | "worker_lost" | null;
        };
        /** @description A recipient of a form's e-mails. */
        Recipient: {
            /** @description E-mail address. */
            address: string;
            /**
             * @description The list that names it: `to` for `notification_emails`, `cc` or `bcc`. An address in several lists is in the first of them.
             * @enum {string}
             */
            list: "to" | "cc" | "bcc";
            /**
             * @description `active`: gets e-mails. `waiting`: has to confirm its address by the link that was sent to it. `unsubscribed`: does not want e-mails of this form. `suppressed`: e-mails to it failed for good three times.
             * @enum {string}
             */
            state: "active" | "waiting" | "unsubscribed" | "suppressed";
            /**
             * Format: date-time
             * @description Time of the confirmation.
             */
            confirmed_at: string | null;
            /**
             * Format: date-time
             * @description When the last message with the confirmation link was queued.
             */
            confirmation_sent_at: string | null;
        };
        /** @description An address to which nothing is sent, since e-mails to it failed for good three times. */
        SuppressedAddress: {
            /** @description E-mail address in lower case. */
            address: string;
            /**
             * Format: date-time
             * @description Time of the third failure.
             */
            suppressed_at: string;
            /** @description What the mail server answered. */
            suppressed_reason: string | null;
        };
        /** @description The recipients of a form, and the suppressed addresses of its account. */
        RecipientList: {
            /** @description In the order in which they were added. */
            recipients: components["schemas"]["Recipient"][];
            /** @description The last 1,000 suppressed addresses of the account: recipients of any form, and submitters who would get an answer. */
            suppressed: components["schemas"]["SuppressedAddress"][];
        };
        /** @description The account. */
        Account: {
            id: components["schemas"]["Id"];
            /** @description Name of the account. */
            name: string;
            /** @description URL to which alerts are sent as JSON, signed and retried like deliveries to webhooks: an `AlertMessage`. Null: none. */
            alert_url: string | null;
            /** @description False if there is no `alert_url`, or if its receiver answered 410 Gone. Setting the URL enables it again. */
            alert_url_enabled: boolean;
            /** @description The signing secret, masked. Null if there is no `alert_url`. */
            alert_secret: string | null;
        };
        /** @description Writable account settings. */
        AccountSettings: {
            /** @description URL to which alerts are sent as JSON, signed and retried like deliveries to webhooks: an `AlertMessage`. Null: none. */
            alert_url?: string | null;
        };
        /** @description Writable account settings, flat or wrapped in `account`. */
        AccountInput: {
            /** @description URL to which alerts are sent as JSON, signed and retried like deliveries to webhooks: an `AlertMessage`. Null: none. */
            alert_url?: string | null;
            account?: components["schemas"]["AccountSettings"];
        };
        /** @description Signing secret of alerts. */
        AlertSecret: {
            /** @description The secret. Null if there is no `alert_url`. */
            signing_secret: string | null;
        };
        /** @description Something that the people of the account have to know. */
        Alert: {
            id: components["schemas"]["Id"];
            /**
             * @description `disk_low` is shown to the oldest account only, whose people run the server.
             * @enum {string}
             */
            kind: "webhook_failing" | "webhook_disabled" | "deliveries_late" | "disk_low" | "quota_low" | "mail_failing";
            /** @description One or two sentences in English. */
            message: string;
            /**
             * Format: int64
             * @description Of the two kinds about a webhook.
             */
            webhook_id: number | null;
            /** @description Name of the webhook, as of the time of the alert. */
            webhook: string | null;
            /** @description Name of the form, as of the time of the alert. */
            form: string | null;
            /** @description What the receiver answered, or why it could not be reached. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            since: string;
            /**
             * Format: date-time
             * @description When the alert was raised.
             */
            raised_at: string;
            /**
             * Format: date-time
             * @description When it was over. Null while the alert is open.
             */
            resolved_at: string | null;
            /**
             * @description `withdrawn`: somebody has seen to it, for example by disabling the webhook. Nobody is told then.
             * @enum {string|null}
             */
            resolution: "recovered" | "withdrawn" | null;
        };
        /** @description What is sent to `alert_url`. Chats that read a member `text` show it. */
        AlertMessage: {
            /**
             * @description Whether the alert is raised or over.
             * @enum {string}
             */
            type: "alert.raised" | "alert.resolved";
            /** @description The message, with `&`, `<` and `>` escaped. */
            text: string;
            /** @description The alert as `GET /api/v1/alerts` shows it, without `id`. */
            alert: {
                /**
                 * @description `disk_low` is shown to the oldest account only, whose people run the server.
                 * @enum {string}
                 */
                kind: "webhook_failing" | "webhook_disabled" | "deliveries_late" | "disk_low" | "quota_low" | "mail_failing";
                /** @description One or two sentences in English. */
                message: string;
                /**
                 * Format: int64
                 * @description Of the two kinds about a webhook.
                 */
                webhook_id: number | null;
                /** @description Name of the webhook, as of the time of the alert. */
                webhook: string | null;
                /** @description Name of the form, as of the time of the alert. */
                form: string | null;
                /** @description What the receiver answered, or why it could not be reached. */
                last_error: string | null;
                /**
                 * Format: date-time
                 * @description When it began.
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description When the alert was raised.
                 */
                raised_at: string;
                /**
                 * Format: date-time
                 * @description When it was over. Null while the alert is open.
                 */
                resolved_at: string | null;
                /**
                 * @description `withdrawn`: somebody has seen to it, for example by disabling the webhook. Nobody is told then.
                 * @enum {string|null}
                 */
                resolution: "recovered" | "withdrawn" | null;
            };
        };
        /** @description Alerts. */
        AlertList: {
            /** @description The newest first. */
            alerts: components["schemas"]["Alert"][];
        };
        /** @description A group of forms. */
        Project: {
            id: components["schemas"]["Id"];
            /** @description Name of the project. */
            name: string;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             */
            updated_at: string;
        };
        /** @description A host under which the server is reached. */
        Domain: {
            /** @description Position in the settings of the server, from 1. */
            id: components["schemas"]["Id"];
            /** @description Host name or address. */
            name: string;
            /**
             * Format: date-time
             * @description Time of creation of the account.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description As `created_at`.
             */
            updated_at: string;
        };
        /** @description Writable project settings. */
        ProjectSettings: {
            /** @description Name of the project. */
            name?: string;
        };
        /** @description Writable project settings, flat or wrapped in `project`. */
        ProjectInput: {
            /** @description Name of the project. */
            name?: string;
            project?: components["schemas"]["ProjectSettings"];
        };
        /** @description A custom HTTP header that is sent with each delivery. */
        WebhookHeader: {
            /** @description Name of the header. Headers that the server sets itself, such as `Content-Type`, are not allowed (422). */
            name: string;
            /** @description Masked in responses. Sending the mask back keeps the stored value. */
            value: string;
        };
        /** @description A URL that the submissions of a form are delivered to. */
        FormWebhook: {
            id: components["schemas"]["Id"];
            form_id: components["schemas"]["Id"];
            /** @description Name of the webhook. Default `Webhook`. */
            name: string;
            /** @description http or https URL without user name and password. A URL that leads to an internal address, as far as the URL itself tells, is refused (422) unless INTRAY_WEBHOOK_ALLOW names it. */
            url: string;
            format: components["schemas"]["WebhookFormat"];
            /** @description Content-Type of the format `custom`: one of `application/json`, `application/xml`, `application/x-www-form-urlencoded`, `multipart/form-data`, `text/plain` and `application/graphql`. Null (default) for `application/json`. Other formats ignore it. */
            content_type: string | null;
            /** @description Handlebars template of the format `custom`, which requires it. Checked when it is saved: an error is 422 with line and column. Null by default. Other formats ignore it. */
            template: string | null;
            /** @description Custom HTTP headers; names are unique. Sending them replaces them all. Empty by default. */
            headers: components["schemas"]["WebhookHeader"][];
            /** @description True: spam is delivered too. Default false. */
            trigger_when_spam: boolean;
            /** @description False: nothing is delivered; new submissions get a log entry in the state `skipped`. Default true. */
            enabled: boolean;
            /** @description `by_hand`: disabled by a user. `gone`: the receiver answered 410. `failing`: only failures for five days. Null if it was not disabled. */
            disabled_reason: "by_hand" | "gone" | "failing" | null;
            /** @description Masked: `whsec_…` and the last four characters. */
            signing_secret: string;
            /** @description Number of failed attempts since the last successful one. */
            failure_count: number;
            /**
             * Format: date-time
             * @description Time of the last failed attempt. Null if there was none.
             */
            last_failure_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change of a setting or secret.
             */
            updated_at: string;
        };
        /** @description Writable webhook settings. */
        FormWebhookSettings: {
            /** @description Name of the webhook. Default `Webhook`. */
            name?: string;
            /** @description http or https URL without user name and password. A URL that leads to an internal address, as far as the URL itself tells, is refused (422) unless INTRAY_WEBHOOK_ALLOW names it. */
            url?: string;
            format?: components["schemas"]["WebhookFormat"];
            /** @description Content-Type of the format `custom`: one of `application/json`, `application/xml`, `application/x-www-form-urlencoded`, `multipart/form-data`, `text/plain` and `application/graphql`. Null (default) for `application/json`. Other formats ignore it. */
            content_type?: string | null;
            /** @description Handlebars template of the format `custom`, which requires it. Checked when it is saved: an error is 422 with line and column. Null by default. Other formats ignore it. */
            template?: string | null;
            /** @description Custom HTTP headers; names are unique. Sending them replaces them all. Empty by default. */
            headers?: components["schemas"]["WebhookHeader"][];
            /** @description True: spam is delivered too. Default false. */
            trigger_when_spam?: boolean;
            /** @description False: nothing is delivered; new submissions get a log entry in the state `skipped`. Default true. */
            enabled?: boolean;
            /** @description Id or uuid of the form. Required on creation; cannot change afterwards (422). */
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"];
            /** @description Read-only; another value is rejected (422). */
            signing_secret?: string;
        };
        /** @description Writable webhook settings, flat or wrapped in `form_webhook`. */
        FormWebhookInput: {
            /** @description Name of the webhook. Default `Webhook`. */
            name?: string;
            /** @description http or https URL without user name and password. A URL that leads to an internal address, as far as the URL itself tells, is refused (422) unless INTRAY_WEBHOOK_ALLOW names it. */
            url?: string;
            format?: components["schemas"]["WebhookFormat"];
            /** @description Content-Type of the format `custom`: one of `application/json`, `application/xml`, `application/x-www-form-urlencoded`, `multipart/form-data`, `text/plain` and `application/graphql`. Null (default) for `application/json`. Other formats ignore it. */
            content_type?: string | null;
            /** @description Handlebars template of the format `custom`, which requires it. Checked when it is saved: an error is 422 with line and column. Null by default. Other formats ignore it. */
            template?: string | null;
            /** @description Custom HTTP headers; names are unique. Sending them replaces them all. Empty by default. */
            headers?: components["schemas"]["WebhookHeader"][];
            /** @description True: spam is delivered too. Default false. */
            trigger_when_spam?: boolean;
            /** @description False: nothing is delivered; new submissions get a log entry in the state `skipped`. Default true. */
            enabled?: boolean;
            /** @description Id or uuid of the form. Required on creation; cannot change afterwards (422). */
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"];
            /** @description Read-only; another value is rejected (422). */
            signing_secret?: string;
            form_webhook?: components["schemas"]["FormWebhookSettings"];
        };
        /** @description Signing secrets of a webhook. */
        SigningSecret: {
            /** @description The secret that signs deliveries. */
            signing_secret: string;
            /** @description The staged secret. Null if no rotation is staged. */
            next_signing_secret: string | null;
        };
        /** @description Empty to replace the secret at once; `stage` or `activate`, not both, for a rotation. */
        RegenerateSecret: {
            /** @description True: generate the next secret without using it yet. */
            stage?: boolean;
            /** @description True: the staged secret becomes the current one. */
            activate?: boolean;
        };
        /** @description Which failed deliveries to send again. */
        RefireFailed: {
            /** @description Deliveries that finished at this time or later: an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset. */
            since: string;
            /**
             * @description True leaves out submissions that an earlier delivery to this webhook has delivered, such as those whose re-fire failed.
             * @default false
             */
            undelivered_only: boolean;
        };
        /** @description What to render. */
        PreviewInput: {
            form_webhook: components["schemas"]["FormWebhookSettings"];
            submission_id?: components["schemas"]["Id"];
        };
        /** @description A rendered payload. */
        Preview: {
            /** @description Content-Type of the payload. */
            content_type: string;
            /** @description The payload as text. */
            body: string;
        };
        /** @description The request that was sent. */
        WebhookRequest: {
            /** @description Content-Type of the body. */
            content_type: string;
            /** @description Size of the body in bytes. */
            bytes: number;
            /** @description SHA-256 of the body, in hex. */
            body_sha256: string;
            /** @description True if the body of an earlier delivery was pruned and this one was rendered anew; the two may differ. */
            rendered_again: boolean;
        };
        /** @description One attempt of a delivery. */
        WebhookAttempt: {
            number: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Start of the attempt.
             */
            started_at: string;
            /** @description Duration in milliseconds. */
            duration_ms: number;
            /**
             * @description `blocked`: the receiver's address is not allowed. `worker_lost`: the server process ended during the attempt. `stale`: another process had taken over the delivery. `aborted`: interrupted because the server stopped. The last three do not count.
             * @enum {string}
             */
            outcome: "succeeded" | "failed" | "blocked" | "worker_lost" | "stale" | "aborted";
            /** @description Status of the response. Null if there was none. */
            http_status: number | null;
            /** @description `http_status`, `dns_error`, `connection_refused`, `connection_reset`, `timeout`, `tls_error`, `auth_failed`, `blocked_address`, `invalid_url`, `render_failed` or `worker_lost`. Null if the attempt succeeded. */
            error_code: "http_status" | "smtp_status" | "dns_error" | "connection_refused" | "connection_reset" | "timeout" | "tls_error" | "auth_failed" | "blocked_address" | "invalid_url" | "render_failed" | "worker_lost" | null;
            /** @description The first 4 KiB of the response body, or details of the error. Null if there is neither. */
            response_excerpt: string | null;
            /** @description IP address of the receiver. Null if no connection was made. */
            remote_ip: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt. Null if none follows.
             */
            next_attempt_at: string | null;
        };
        /** @description One delivery of a submission to a webhook, with its attempts. */
        WebhookLog: {
            id: components["schemas"]["Id"];
            /** @description Null for a test with a sample. */
            submission_id: components["schemas"]["Id"] | null;
            webhook_id: components["schemas"]["Id"];
            /** @description The `webhook-id` header of its requests, by which receivers detect duplicates. Null if the webhook was deleted, or a test was pruned. A server of version 0.1 sends none. */
            message_id?: string | null;
            /** @description Name of the webhook when the delivery was queued. */
            webhook_name: string;
            /** @description URL of the webhook when the delivery was queued. */
            url: string;
            trigger: components["schemas"]["DeliveryTrigger"];
            state: components["schemas"]["DeliveryState"];
            /** @description Why the delivery ended, such as `http_500`, `timeout`, `gone`, `poison`, `superseded` or `webhook_disabled`. Null while it is open, and if it succeeded. */
            reason: string | null;
            /** @description Number of attempts that count toward `max_attempts`. */
            attempts_made: number;
            /** @description Maximum number of attempts. By default 16 over 24 to 28 hours; 1 for a test. */
            max_attempts: number;
            /**
             * Format: date-time
             * @description Time of the next attempt. Null if none is scheduled.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the delivery was queued.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the delivery reached its final state. Null until then.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When its attempts and body were deleted (`INTRAY_LOG_DAYS`, 30 days by default, after `finished_at`). Null until then.
             */
            pruned_at: string | null;
            /** @description The request that was sent. Null until the first attempt and after pruning. */
            request: components["schemas"]["WebhookRequest"] | null;
            /** @description Attempts, oldest first. Empty after pruning. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description One attempt of a delivery to a destination of any kind. */
        DeliveryAttempt: {
            number: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Start of the attempt.
             */
            started_at: string;
            /** @description Duration in milliseconds. */
            duration_ms: number;
            /**
             * @description `blocked`: the receiver's address is not allowed. `worker_lost`: the server process ended during the attempt. `stale`: another process had taken over the delivery. `aborted`: interrupted because the server stopped. The last three do not count.
             * @enum {string}
             */
            outcome: "succeeded" | "failed" | "blocked" | "worker_lost" | "stale" | "aborted";
            /** @description HTTP status of a webhook's response. Null if there was none. */
            http_status: number | null;
            /** @description SMTP status of the relay's answer, such as 250. Null if there was none. */
            smtp_status: number | null;
            /** @description `http_status`, `smtp_status`, `dns_error`, `connection_refused`, `connection_reset`, `timeout`, `tls_error`, `auth_failed`, `blocked_address`, `invalid_url`, `render_failed` or `worker_lost`. Null if the attempt succeeded. */
            error_code: "http_status" | "smtp_status" | "dns_error" | "connection_refused" | "connection_reset" | "timeout" | "tls_error" | "auth_failed" | "blocked_address" | "invalid_url" | "render_failed" | "worker_lost" | null;
            /** @description The first 4 KiB of the response body, the answer of the relay, or details of the error. Null if there is neither. */
            response_excerpt: string | null;
            /** @description IP address of the receiver. Null if no connection was made. */
            remote_ip: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt. Null if none follows.
             */
            next_attempt_at: string | null;
        };
        /** @description One delivery to a destination, with its attempts. */
        Delivery: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["DestinationKind"];
            /** @description Null for a delivery without a submission, such as a digest. */
            submission_id: components["schemas"]["Id"] | null;
            /** @description For a webhook it is the id of the webhook. */
            destination_id: components["schemas"]["Id"];
            /** @description The `webhook-id` header of its requests, or the Message-ID of its mail up to the @. It is the same for every repeat. Null if the destination was deleted, or the body of a delivery without a submission was pruned. */
            message_id: string | null;
            /** @description Name of the destination when the delivery was queued. */
            destination_name: string;
            /** @description URL or e-mail address of the destination when the delivery was queued. */
            address: string;
            trigger: components["schemas"]["DeliveryCause"];
            state: components["schemas"]["DeliveryState"];
            /** @description Why the delivery ended, such as `http_500`, `smtp_550`, `timeout`, `gone`, `poison`, `superseded`, `unsubscribed`, or `not_set_up`: the server could not send e-mail for 28 hours. Null while it is open, and if it succeeded. */
            reason: string | null;
            /** @description Number of attempts that count toward `max_attempts`. */
            attempts_made: number;
            /** @description Maximum number of attempts. By default 16 over 24 to 28 hours; 1 for a test. */
            max_attempts: number;
            /**
             * Format: date-time
             * @description Time of the next attempt. Null if none is scheduled.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the delivery was queued.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the delivery reached its final state. Null until then.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When its attempts and body were deleted (`INTRAY_LOG_DAYS`, 30 days by default, after `finished_at`). Null until then.
             */
            pruned_at: string | null;
            /** @description What was sent. Null until the first attempt, after pruning, and for a request to confirm an address, which only its recipient may see. */
            request: components["schemas"]["WebhookRequest"] | null;
            /** @description Attempts, oldest first. Empty after pruning. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /**
         * @description `account`: access to every form of the account. `form`: access to one form.
         * @enum {string}
         */
        KeyKind: "account" | "form";
        /**
         * @description What an API key may do. `read`: operations that change nothing and reveal no secret. `write`: everything. Requests with GET need the scope `read`, all others `write`, unless `x-key-scope` of the operation says otherwise.
         * @enum {string}
         */
        KeyScope: "read" | "write";
        /** @description An API key without its text. */
        ApiKey: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["KeyKind"];
            /** @description Form of a form API key. Null for an account API key. */
            form_id: components["schemas"]["Id"] | null;
            /** @description Name of the API key. */
            name: string;
            scope: components["schemas"]["KeyScope"];
            /** @description True if the key may delete submissions. Depends on the scope alone for an account API key. */
            can_delete: boolean;
            /** @description The first 13 characters of the key. */
            prefix: string;
            /**
             * Format: date-time
             * @description Requests with the key are rejected from this time on. Null if it never expires.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last request with the key, updated at most once a minute. Null if it was never used.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
        };
        /** @description A new API key with its text, which is never shown again. */
        ApiKeyWithText: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["KeyKind"];
            /** @description Form of a form API key. Null for an account API key. */
            form_id: components["schemas"]["Id"] | null;
            /** @description Name of the API key. */
            name: string;
            scope: components["schemas"]["KeyScope"];
            /** @description True if the key may delete submissions. Depends on the scope alone for an account API key. */
            can_delete: boolean;
            /** @description The first 13 characters of the key. */
            prefix: string;
            /**
             * Format: date-time
             * @description Requests with the key are rejected from this time on. Null if it never expires.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last request with the key, updated at most once a minute. Null if it was never used.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Time of creation.
             */
            created_at: string;
            /** @description The text of the key. Null if an earlier request with the same idempotency key created it. */
            key: string | null;
            /** @description Present if `key` is null: why, and what to do. */
            message?: string;
        };
        /** @description Settings of a new API key. */
        ApiKeySettings: {
            kind?: components["schemas"]["KeyKind"];
            /** @description Id or uuid of the form. Required for a form API key; not allowed for an account API key (422). */
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"] | null;
            /** @description Name of the API key. Default `Account key`, or `Key of <form name>`. */
            name?: string;
            /** @description True: a form API key may delete submissions; not with the scope `read` (422). Default false. Ignored for an account API key. */
            can_delete?: boolean;
            /** @description What the key may do. Default `write`. */
            scope?: components["schemas"]["KeyScope"];
            /** @description When the key expires: an ISO 8601 date or date-time in the future, at most ten years ahead. UTC if it has no offset; a date means its first moment. Null: never. Default null. */
            expires_at?: string | null;
            /** @description In how many seconds the key expires, by the clock of the server. Instead of `expires_at`. */
            expires_in?: number;
        };
        /** @description Settings of a new API key, flat or wrapped in `api_key`. */
        ApiKeyInput: {
            kind?: components["schemas"]["KeyKind"];
            /** @description Id or uuid of the form. Required for a form API key; not allowed for an account API key (422). */
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"] | null;
            /** @description Name of the API key. Default `Account key`, or `Key of <form name>`. */
            name?: string;
            /** @description True: a form API key may delete submissions; not with the scope `read` (422). Default false. Ignored for an account API key. */
            can_delete?: boolean;
            /** @description What the key may do. Default `write`. */
            scope?: components["schemas"]["KeyScope"];
            /** @description When the key expires: an ISO 8601 date or date-time in the future, at most ten years ahead. UTC if it has no offset; a date means its first moment. Null: never. Default null. */
            expires_at?: string | null;
            /** @description In how many seconds the key expires, by the clock of the server. Instead of `expires_at`. */
            expires_in?: number;
            api_key?: components["schemas"]["ApiKeySettings"];
        };
        /** @description Id and name of the account. */
        AccountName: {
            id: components["schemas"]["Id"];
            name: string;
        };
        /** @description The API key in use. */
        Me: {
            kind: components["schemas"]["KeyKind"];
            /** @description Form of a form API key. Null for an account API key. */
            form_id: components["schemas"]["Id"] | null;
            /** @description Name of the API key. */
            key_name: string;
            scope: components["schemas"]["KeyScope"];
            /**
             * Format: date-time
             * @description Requests with the key are rejected from this time on. Null if it never expires.
             */
            expires_at: string | null;
            account: components["schemas"]["AccountName"];
        };
    };
    responses: {
        /** @description The body is not valid JSON, or the idempotency key or `If-Match` is invalid. */
        Malformed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key is missing, malformed, unknown or revoked. With the code `key_expired`: it has expired, and the message says when. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is not allowed with this key: for example, a form API key used for another form or for an operation that needs an account API key. With the code `read_only_key`: the key has the scope `read`, and the operation needs the scope `write`. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found, or not accessible with this key. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The path does not support this method; `Allow` lists the supported ones. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body did not arrive in time. Nothing was changed; send the request again. */
        Timeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with the current state, or its idempotency key was used with a different request (`idempotency_key_reused`). */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The record does not have the version in `If-Match`: it was changed since. Nothing was changed. `ETag` is its version now, and `errors` has the members that differ, with the code `changed`. Read the record again before the change is repeated. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The Content-Type is not `application/json`. */
        UnsupportedType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter or member has an invalid value; `errors` names it. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests with this key or with unknown keys, or too many open event streams. Retry after `Retry-After` seconds. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal server error. The server log has the details, by `request_id`. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The server is overloaded, stopping or without its storage. Retry after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body cannot be parsed or the idempotency key is invalid. */
        IntakeMalformed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description The form's `allowed_domains` does not include the site that the post comes from. */
        IntakeForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description No form has this uuid or id. */
        IntakeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description The post did not arrive in time (`INTRAY_BODY_SECONDS`, `INTRAY_MIN_BODY_RATE`). Nothing was stored; send it again. */
        IntakeTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description The post exceeds a size limit; the error names the limit and its setting. */
        IntakeTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description The Content-Type is not `application/x-www-form-urlencoded`, `multipart/form-data` or `application/json`. */
        IntakeUnsupportedType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description The post has neither a field nor a file, breaks a rule of the form's `fields`, or has no valid answer to the form's captcha; then it is stored as spam. */
        IntakeInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description The IP address posted to this form more than ten times as often as `INTRAY_RATE_LIMIT` allows. Nothing was stored; retry after `Retry-After` seconds. */
        IntakeRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description Internal server error. The server log has the details, by `request_id`. */
        IntakeInternal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description The post is a delivery of this server that came back, or has passed too many Intray servers. Nothing was stored. */
        IntakeLoop: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
            };
        };
        /** @description The post has files, and those of the form or of the account have reached their quota (`INTRAY_FORM_FILE_QUOTA`, `INTRAY_ACCOUNT_FILE_QUOTA`). Nothing was stored. Posts without files are accepted. */
        IntakeQuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
        /** @description The server is overloaded, stopping or short of disk space. Retry after `Retry-After` seconds. */
        IntakeUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PostProblem"];
                "text/html": string;
            };
        };
    };
    parameters: {
        /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
        IfMatch: string;
        /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
        IdempotencyKey: string;
        /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per form. Repeating a post with the same key, fields and files stores nothing and returns the id of the first. The same key with different content is stored as a new submission. */
        PostIdempotencyKey: string;
        /** @description The record's id. */
        Id: components["schemas"]["Id"];
        /** @description The form's id or uuid. */
        FormRef: components["schemas"]["FormRef"];
        /** @description Restrict to one form, by id or uuid. Default: every form that the key can access. An unknown form is 404 with an account API key; any other form is 403 with a form API key. */
        FormIdQuery: components["schemas"]["FormRef"];
        /** @description What to include in each submission: `notes`, `replies` or both, separated by commas. Needs an account API key. */
        Include: ("notes" | "replies")[];
        /** @description Only records created after this time (exclusive): an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset. */
        CreatedAfter: string;
        /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
        Page: number;
        /** @description Records per page. */
        PerPage: number;
        /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
        Cursor: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the server log. */
        RequestId: string;
        /** @description The authentication scheme: `Bearer`. */
        Authenticate: string;
        /** @description The version of the record, for `If-Match`. It changes with every member that PUT and PATCH can set, and not with counters, results of deliveries or times. A secret or the value of a header that is set again counts as changed. */
        ETag: string;
        /** @description The methods that the path supports, separated by commas. */
        Allow: string;
        /** @description Seconds to wait before the next attempt. */
        RetryAfter: number;
        /** @description The URL that the browser opens next. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per form. Repeating a post with the same key, fields and files stores nothing and returns the id of the first. The same key with different content is stored as a new submission. */
                "Idempotency-Key"?: components["parameters"]["PostIdempotencyKey"];
            };
            path: {
                /** @description The form's uuid or id. */
                form: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    [key: string]: unknown;
                };
                "multipart/form-data": {
                    [key: string]: unknown;
                };
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The submission and its queued deliveries are stored durably. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostResult"];
                    "text/html": string;
                };
            };
            /** @description The submission and its queued deliveries are stored durably. The browser follows `Location`. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["IntakeMalformed"];
            403: components["responses"]["IntakeForbidden"];
            404: components["responses"]["IntakeNotFound"];
            408: components["responses"]["IntakeTimeout"];
            413: components["responses"]["IntakeTooLarge"];
            415: components["responses"]["IntakeUnsupportedType"];
            422: components["responses"]["IntakeInvalid"];
            429: components["responses"]["IntakeRateLimited"];
            500: components["responses"]["IntakeInternal"];
            503: components["responses"]["IntakeUnavailable"];
            507: components["responses"]["IntakeQuotaExceeded"];
            508: components["responses"]["IntakeLoop"];
        };
    };
    getChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's uuid or id. */
                form: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A new challenge. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Challenge"];
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                /** @description Restrict to one form, by id or uuid. Default: every form that the key can access. An unknown form is 404 with an account API key; any other form is 403 with a form API key. */
                form_id?: components["parameters"]["FormIdQuery"];
                /** @description `true`: only unread; `false`: only read. Without `filter_by` it covers spam as well, so `unread=true` also holds unread spam; use `filter_by=new` for the queue. */
                unread?: boolean;
                /** @description `new`: the queue (unread, not spam, not trash). `spam`: spam, not trash. `trash`: trash. `all`: not spam, not trash. Case-insensitive. */
                filter_by?: "new" | "spam" | "trash" | "all";
                /** @description `true`: only spam; `false`: only ham. Excludes trash unless `filter_by=trash`. */
                spam_status?: boolean;
                /** @description Only records created after this time (exclusive): an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description Only submissions created before this time (exclusive): an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset. */
                created_before?: string;
                /** @description Only submissions created on these days, both included, in UTC: `2026-01-01 to 2026-01-31`. */
                date_range?: string;
                /**
                 * @description Only submissions with a field value that contains this text, case-insensitive. These
                 *     words are conditions instead, at most 20 together; all must hold, and a minus before one
                 *     negates it:
                 *
                 *     - `tag:vip`, `tag:"call back"`: has this tag.
                 *     - `is:unread`, `is:read`, `is:seen`, `is:unseen`, `is:replied`, `is:spam`, `is:trash`.
                 *       Without `filter_by`, `unread` and `spam_status`, `is:spam` and `is:trash` list those
                 *       submissions; else they narrow the list.
                 *     - `has:file`, `has:note`, `has:reply`; `delivery:failed` and the other values of `delivery_state`.
                 *     - `from:ada@example.org`: the `email` contains this.
                 *     - `after:2026-11-01`: on this day (UTC) or later; `before:2026-11-01`: earlier. A time
                 *       such as `2026-11-01T12:00Z` is taken too.
                 *     - `form:name`: of the form with this name, id or uuid, or else of all forms whose name
                 *       contains it.
                 *     - `"call back"`: this text, spaces and colons included; `-spam`: not this text.
                 *
                 *     Other words with a colon, such as `10:30`, are text. A condition that cannot be
                 *     understood, such as `before:yesterdayish`, is rejected with 422.
                 */
                query?: string;
                /** @description Only submissions in this state of delivery. */
                delivery_state?: components["schemas"]["SubmissionDeliveryState"];
                /** @description Sort order. Default `date_desc`. `email_asc` and `email_desc` work with `page`, not with `cursor` (422), and return no `next_cursor`. */
                order_by?: components["schemas"]["SubmissionOrder"];
                /** @description What to include in each submission: `notes`, `replies` or both, separated by commas. Needs an account API key. */
                include?: components["parameters"]["Include"];
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of submissions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubmission: {
        parameters: {
            query?: {
                /** @description What to include in each submission: `notes`, `replies` or both, separated by commas. Needs an account API key. */
                include?: components["parameters"]["Include"];
            };
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submission. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceSubmission: {
        parameters: {
            query?: {
                /** @description The `uid` that the submission must have. If the id belongs to another submission, because an older backup was restored, nothing is changed and the response is 404. */
                uid?: string;
            };
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionInput"];
            };
        };
        responses: {
            /** @description The submission after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubmission: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submission as it was before deletion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubmission: {
        parameters: {
            query?: {
                /** @description The `uid` that the submission must have. If the id belongs to another submission, because an older backup was restored, nothing is changed and the response is 404. */
                uid?: string;
            };
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionPatch"];
            };
        };
        responses: {
            /** @description The submission after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    bulkUpdateSubmissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkUpdate"];
            };
        };
        responses: {
            /** @description One result per submission. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoSubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Undo"];
            };
        };
        responses: {
            /** @description What came of it so far. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimSubmissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Claim"];
            };
        };
        responses: {
            /** @description The new lease; `submissions` is empty if nothing can be claimed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseSubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Release"];
            };
        };
        responses: {
            /** @description One result per submission. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    extendSubmissionLeases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Extend"];
            };
        };
        responses: {
            /** @description The extended lease. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    bulkRefireWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRefire"];
            };
        };
        responses: {
            /** @description One result per submission. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkRefireResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    refireSubmissionWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefireResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteInput"];
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReplies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyInput"];
            };
        };
        responses: {
            /** @description The reply, queued. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reply"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyInput"];
            };
        };
        responses: {
            /** @description The reply as it would be sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyPreview"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReplyTemplates: {
        parameters: {
            query?: {
                /** @description Restrict to one form, by id or uuid. Default: every form that the key can access. An unknown form is 404 with an account API key; any other form is 403 with a form API key. */
                form_id?: components["parameters"]["FormIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyTemplateList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReplyTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyTemplateInput"];
            };
        };
        responses: {
            /** @description The new template. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyTemplate"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteReplyTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template as it was before deletion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyTemplate"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateReplyTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyTemplateChange"];
            };
        };
        responses: {
            /** @description The template after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyTemplate"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note as it was before deletion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteInput"];
            };
        };
        responses: {
            /** @description The note after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubmissionWebhookLogs: {
        parameters: {
            query?: {
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookLogList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookLogs: {
        parameters: {
            query?: {
                /** @description Restrict to one form, by id or uuid. Default: every form that the key can access. An unknown form is 404 with an account API key; any other form is 403 with a form API key. */
                form_id?: components["parameters"]["FormIdQuery"];
                /** @description Only deliveries to this webhook. */
                webhook_id?: components["schemas"]["Id"];
                /** @description Only deliveries in this state. */
                state?: components["schemas"]["DeliveryState"];
                /** @description Only records created after this time (exclusive): an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookLogList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookLogBody: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The body, with the Content-Type that it was sent with. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    refireWebhookLog: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefireResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Restrict to one form, by id or uuid. Default: every form that the key can access. An unknown form is 404 with an account API key; any other form is 403 with a form API key. */
                form_id?: components["parameters"]["FormIdQuery"];
                /** @description Only deliveries of this submission. */
                submission_id?: components["schemas"]["Id"];
                /** @description Only deliveries to destinations of this kind. */
                kind?: components["schemas"]["DestinationKind"];
                /** @description Only deliveries to this destination. For a webhook it is the id of the webhook. */
                destination_id?: components["schemas"]["Id"];
                /** @description Only deliveries in this state. */
                state?: components["schemas"]["DeliveryState"];
                /** @description Only records created after this time (exclusive): an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description Only deliveries queued before this time (exclusive): an ISO 8601 date or date-time. UTC if it has no offset. */
                created_before?: string;
                /** @description Only deliveries whose last attempt was answered like this. */
                http_status?: components["schemas"]["AnswerStatus"];
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliverySend"];
            };
        };
        responses: {
            /** @description What was sent, and what was left out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliverySendResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSendingProgress: {
        parameters: {
            query: {
                /** @description Counts deliveries that ended at this time or later: an ISO 8601 date or date-time. UTC if it has no offset. */
                since: string;
                /** @description Restrict to one form, by id or uuid. Default: every form that the key can access. An unknown form is 404 with an account API key; any other form is 403 with a form API key. */
                form_id?: components["parameters"]["FormIdQuery"];
                /** @description Only deliveries of this submission. */
                submission_id?: components["schemas"]["Id"];
                /** @description Only deliveries to destinations of this kind. */
                kind?: components["schemas"]["DestinationKind"];
                /** @description Only deliveries to this destination. For a webhook it is the id of the webhook. */
                destination_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingProgress"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopSendingDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryStop"];
            };
        };
        responses: {
            /** @description How many deliveries were taken back. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryStopResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery with its attempts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeliveryBody: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The body, with the Content-Type that it was sent with. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    refireDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRefireResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFormSubmissions: {
        parameters: {
            query?: {
                /** @description Only records created after this time (exclusive): an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description What to include in each submission: `notes`, `replies` or both, separated by commas. Needs an account API key. */
                include?: components["parameters"]["Include"];
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An array of submissions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"][];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description Only forms whose name contains this text, in any letter case, or whose `id`, `uuid` or `project_id` it is. The form whose `id`, `uuid` or whole name it is comes first. */
                query?: string;
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of forms. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormInput"];
            };
        };
        responses: {
            /** @description The new form. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description As for other operations; absent for a form API key, which cannot change the form. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormInput"];
            };
        };
        responses: {
            /** @description The form after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form as it was before deletion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormInput"];
            };
        };
        responses: {
            /** @description The form after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    forgetQueueConsumer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recipients, and the suppressed addresses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipientInput"];
            };
        };
        responses: {
            /** @description The recipients, and the suppressed addresses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientList"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipientInput"];
            };
        };
        responses: {
            /** @description The recipients, and the suppressed addresses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientList"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewFormEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailPreviewInput"];
            };
        };
        responses: {
            /** @description The rendered e-mail. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPreview"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The form's id or uuid. */
                form_id: components["parameters"]["FormRef"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailPreviewInput"];
            };
        };
        responses: {
            /** @description What the relay answered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEmail"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Only projects whose name contains this text, in any letter case, or whose `id` it is. The project whose `id` or whole name it is comes first. */
                query?: string;
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of projects. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectInput"];
            };
        };
        responses: {
            /** @description The new project. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectInput"];
            };
        };
        responses: {
            /** @description The project after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project as it was before deletion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectInput"];
            };
        };
        responses: {
            /** @description The project after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFormViews: {
        parameters: {
            query?: {
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormViewList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description Only hosts whose name contains this text, in any letter case. */
                query?: string;
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of hosts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFormWebhooks: {
        parameters: {
            query?: {
                /** @description Restrict to one form, by id or uuid. Default: every form that the key can access. An unknown form is 404 with an account API key; any other form is 403 with a form API key. */
                form_id?: components["parameters"]["FormIdQuery"];
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWebhookList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createFormWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormWebhookInput"];
            };
        };
        responses: {
            /** @description The new webhook. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWebhook"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFormWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWebhook"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceFormWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormWebhookInput"];
            };
        };
        responses: {
            /** @description The webhook after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWebhook"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFormWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook as it was before deletion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWebhook"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateFormWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/"…"`) match nothing. Otherwise the response is 412. Without it, the last change wins. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormWebhookInput"];
            };
        };
        responses: {
            /** @description The webhook after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWebhook"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current secret, and the next one if a rotation is staged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecret"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    regenerateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegenerateSecret"];
            };
        };
        responses: {
            /** @description The current secret, and the next one if a rotation is staged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecret"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testFormWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefireResult"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    refireFailedDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefireFailed"];
            };
        };
        responses: {
            /** @description The first 100 queued deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefireResult"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewFormWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewInput"];
            };
        };
        responses: {
            /** @description The rendered payload. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The requested range of the file. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The file matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            /** @description The range is outside the file. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPublicAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The random token of the file's `public_url`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The requested range of the file. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The file matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            /** @description The range is outside the file. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422). */
                page?: components["parameters"]["Page"];
                /** @description Records per page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of API keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyInput"];
            };
        };
        responses: {
            /** @description The new API key with its text. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithText"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record's id. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked API key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API key's kind, form, name, scope, expiry and account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountInput"];
            };
        };
        responses: {
            /** @description The account after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlertSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertSecret"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alerts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Restrict to one form, by id or uuid. Default: every form that the key can access. An unknown form is 404 with an account API key; any other form is 403 with a form API key. */
                form_id?: components["parameters"]["FormIdQuery"];
            };
            header?: {
                /** @description The `id` of the last event received. Absent, only new events are sent. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events that ends when either side closes it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document as JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process responds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server can store posts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description The server cannot store posts: it is stopping, posts fail at the moment, or the database did not store and answer within 2 seconds. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in the Prometheus text format. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `Host` names a host that the server does not answer to; the error names the setting. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The page matches `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["MethodNotAllowed"];
        };
    };
}
