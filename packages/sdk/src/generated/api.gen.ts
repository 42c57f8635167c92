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
         * Accept a form post
         * @description Answers a page or a redirect to a browser, and JSON to a program. The path may end in .json.
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
         * Get a puzzle for ALTCHA's widget
         * @description For forms whose captcha is altcha. A solution goes into the field altcha, counts once, and for an hour.
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
        /** List submissions */
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
        put?: never;
        post?: never;
        /** Delete a submission and its files for good */
        delete: operations["deleteSubmission"];
        options?: never;
        head?: never;
        /**
         * Mark a submission read, spam or trash
         * @description Marking it read takes it off the queue.
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
         * Mark many submissions at once
         * @description In one transaction; each with the effects of PATCH. An id that is named twice counts once, and one out of reach is not_found; when all are, the answer is 404.
         */
        post: operations["bulkUpdateSubmissions"];
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
         * Lease submissions to one consumer
         * @description The oldest unread submissions that nobody holds, with claim_count raised. They stay in every list. Marking one read takes it off the queue, with or without the token; a lease that is not extended ends by time alone.
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
         * Give leased submissions back
         * @description Ends the lease of what the token still holds. With retry_after_seconds no claim takes it before that time; with dead none does at all, until somebody marks it unread ({"read": false}), which also frees what was put off. 409 when the token holds none of them.
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
         * Keep leased submissions longer
         * @description From now on, for what the token still holds of submission_ids, or for all that it holds. The answer names what is kept; 409 when that is nothing.
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
        /** Send many submissions to their webhooks again */
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
        /** Send a submission to its webhooks again */
        post: operations["refireSubmissionWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
        /** List a submission's deliveries */
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
        /** List deliveries */
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
         * Read the bytes that were sent
         * @description 404 until the first attempt has rendered them, and after they were removed with age.
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
        /** Send one delivery again */
        post: operations["refireWebhookLog"];
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
        /** List a form's submissions, oldest first */
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
        /** List forms */
        get: operations["listForms"];
        put?: never;
        /** Create a form */
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
        /** Read a form */
        get: operations["getForm"];
        /** Change a form; members that are not sent stay */
        put: operations["replaceForm"];
        post?: never;
        /** Delete a form */
        delete: operations["deleteForm"];
        options?: never;
        head?: never;
        /** Change a form */
        patch: operations["updateForm"];
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List projects */
        get: operations["listProjects"];
        put?: never;
        /** Create a project */
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
        /** Change a project; members that are not sent stay */
        put: operations["replaceProject"];
        post?: never;
        /** Delete a project */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /** Change a project */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/v1/form_webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listFormWebhooks"];
        put?: never;
        /** Create a webhook */
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
        /** Change a webhook; members that are not sent stay */
        put: operations["replaceFormWebhook"];
        post?: never;
        /** Delete a webhook */
        delete: operations["deleteFormWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook */
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
        /** Reveal the signing secret */
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
         * Replace the signing secret, at once or in two steps
         * @description Without a member the new secret alone signs from the next attempt on, retries included. With stage the next secret is prepared and shown, and the current one goes on signing; give the next one to the receiver. With activate it becomes the current one, and for 24 hours webhook-signature carries the signatures of both; X-Service-Signature that of the current.
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
         * @description One real delivery with today's settings, trigger test, attempted once: the newest submission of the form that is neither spam nor trash, or a sample when it has none.
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
         * Send again what failed
         * @description Queues every submission whose last entry for this webhook is exhausted, blocked, canceled or skipped since then. What was sent since, or waits, is left alone, and so is what was canceled because its submission was marked spam or trash. The answer shows the first 100.
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
         * @description Of the submission that is named, or of a sample.
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
        /** Download a file */
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
                /** @description The unguessable part of the public link. */
                token: string;
            };
            cookie?: never;
        };
        /** Download a file by its public link */
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
        /** List keys */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create a key
         * @description The only answer that holds the text of the key.
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
        /** Revoke a key */
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
        /** Say who this key is */
        get: operations["getMe"];
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
         * Follow what happens
         * @description Server-Sent Events. `submission.created`, `submission.updated` and `submission.deleted` carry
         *     `{"id","form_id"}`; `delivery.updated` carries `{"id","form_id","submission_id","webhook_id","state"}`,
         *     where `state` is that of the log, and is sent when a delivery is queued by a person, tried,
         *     canceled or ended. No event holds a field's value. What a new submission queues by itself is
         *     not told apart from the submission. A submission that is gone before its event is read is
         *     told of as deleted alone.
         *
         *     A stream begins with what happens from now on. Send the last `id` as `Last-Event-ID` to go on
         *     behind it: nothing is left out for 24 hours, and a few events may come twice. An id that is
         *     older, or that this server never gave, is answered with the event `reset`: list anew what you
         *     keep, then go on reading. A comment is sent every 15 seconds when nothing happens. A stream
         *     ends when its key is revoked and when the server stops.
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
        /** Read this document */
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
        /** Say that the process answers */
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
        /** Say whether posts can be stored */
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
         * Read the metrics
         * @description Told to the server's own machine, or to whoever sends INTRAY_METRICS_TOKEN as a Bearer token.
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
        /** Read this reference as a page */
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
        /** @description Increasing. */
        Id: number;
        /** @description A form's id or uuid. */
        FormRef: string;
        /**
         * @description What kind of refusal it is.
         * @enum {string}
         */
        ErrorCode: "malformed" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "idempotency_key_reused" | "too_large" | "unsupported_type" | "invalid" | "empty" | "rate_limited" | "internal" | "overloaded" | "draining" | "not_implemented";
        /**
         * @description The order of a list.
         * @enum {string}
         */
        SubmissionOrder: "date_desc" | "date_asc" | "email_asc" | "email_desc";
        /**
         * @description retrying = queued again after a failure.
         * @enum {string}
         */
        DeliveryState: "queued" | "delivering" | "retrying" | "succeeded" | "exhausted" | "blocked" | "canceled" | "skipped";
        /**
         * @description Why a delivery was made.
         * @enum {string}
         */
        DeliveryTrigger: "intake" | "ham" | "refire" | "refire_bulk" | "refire_log" | "test";
        /**
         * @description How a payload is written.
         * @enum {string}
         */
        WebhookFormat: "json" | "data_json" | "form_urlencoded" | "customer_messaging" | "team_chat" | "email_marketing" | "form_handler" | "slack" | "custom";
        /** @description One wrong member of a request. */
        FieldProblem: {
            field: string;
            code: string;
            message: string;
        };
        /** @description The body of every refusal. */
        Problem: {
            /** @description One sentence: what, which, what to do. */
            error: string;
            code: components["schemas"]["ErrorCode"];
            request_id: string;
            errors?: components["schemas"]["FieldProblem"][];
        };
        /** @description How the server is. */
        Health: {
            status: string;
        };
        /** @description A stored post. */
        PostResult: {
            /** @constant */
            success: true;
            id: components["schemas"]["Id"];
            redirect_url: string | null;
        };
        /** @description One pair. */
        NameValue: {
            name: string;
            value: string;
        };
        /** @description One field, in the order received. */
        FormParam: {
            name: string;
            value: components["schemas"]["FieldValue"];
        };
        /** @description A text or a list of texts. */
        FieldValue: string | string[];
        /** @description How promising it looks, where the form scores leads; every member is null until it is scored. Spam is not scored until it is marked ham. */
        LeadAgent: {
            score: number | null;
            score_reasoning: string | null;
            score_location_info: string | null;
        };
        /** @description A file of a submission. */
        Attachment: {
            id: components["schemas"]["Id"];
            name: string;
            form_name: string;
            content_type: string;
            file_size: number;
            /** @description Of its bytes; also its ETag. */
            sha256: string;
            /** Format: date-time */
            created_at: string;
            /** @description Needs a key. */
            attachment_proxy_url: string;
            /** @description Unguessable, needs no key. */
            public_url: string;
        };
        /** @description Which form. */
        FormName: {
            name: string;
            uuid: string;
        };
        /** @description What a form post became. */
        Submission: {
            id: components["schemas"]["Id"];
            form_id: components["schemas"]["Id"];
            form: components["schemas"]["FormName"];
            email: string | null;
            payload_params: {
                [key: string]: components["schemas"]["FieldValue"];
            };
            form_params: components["schemas"]["FormParam"][];
            read: boolean;
            spam: boolean;
            trash: boolean;
            spam_reason: string | null;
            /** @description Why it is spam; absent for ham. */
            spam_findings?: components["schemas"]["SpamFinding"][];
            source_url: string | null;
            source_host: string | null;
            source_path: string | null;
            source_fragment: string | null;
            source_query: components["schemas"]["NameValue"][] | null;
            ip: string | null;
            referrer: string | null;
            user_agent: string | null;
            geocoded_country: string | null;
            geocoded_region: string | null;
            geocoded_city: string | null;
            attachments: components["schemas"]["Attachment"][];
            claim_count: number;
            /** Format: date-time */
            webhook_sent_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            lead_agent?: components["schemas"]["LeadAgent"] | null;
            claim?: components["schemas"]["SubmissionClaim"];
        };
        /** @description What keeps claims away from it; absent while any may take it. */
        SubmissionClaim: {
            /** @enum {string} */
            state: "leased" | "put_off" | "dead";
            /**
             * Format: date-time
             * @description Null while it is dead.
             */
            until: string | null;
            /** @description Who has leased it. */
            consumer: string | null;
        };
        /** @description One reason to take a submission for spam; from a sum of weights of 1 on, it is. */
        SpamFinding: {
            check: string;
            /** @description Below 0 it speaks for ham. */
            weight: number;
            sentence: string;
        };
        /** @description Where in a list this page is. */
        ListMeta: {
            /** @description All that the filters let through. */
            count: number;
            page: number;
            per_page: number;
            next_cursor: string | null;
        };
        /** @description Where in a list this page is, and how many there are of each kind. */
        SubmissionListMeta: {
            /** @description All that the filters let through. */
            count: number;
            page: number;
            per_page: number;
            next_cursor: string | null;
            /** @description False above 10000 by dates or query. */
            count_exact?: boolean;
            inbox_count: number;
            unread_count: number;
            spam_count: number;
            trash_count: number;
            form_name: string | null;
        };
        /** @description A page of submissions. */
        SubmissionList: {
            submissions: components["schemas"]["Submission"][];
            meta: components["schemas"]["SubmissionListMeta"];
        };
        /** @description A page. */
        FormList: {
            forms: components["schemas"]["Form"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description A page. */
        ProjectList: {
            projects: components["schemas"]["Project"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description A page. */
        FormWebhookList: {
            form_webhooks: components["schemas"]["FormWebhook"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description A page. */
        WebhookLogList: {
            webhook_logs: components["schemas"]["WebhookLog"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description A page. */
        ApiKeyList: {
            api_keys: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["ListMeta"];
        };
        /** @description What to set. */
        SubmissionChange: {
            read?: boolean;
            spam?: boolean;
            trash?: boolean;
        };
        /** @description Wrapped in submission. */
        SubmissionPatch: {
            submission: components["schemas"]["SubmissionChange"];
        };
        /** @description Which, and what to set. */
        BulkUpdate: {
            submission_ids: components["schemas"]["Id"][];
            set: components["schemas"]["SubmissionChange"];
        };
        /** @description What became of one. */
        BulkResultItem: {
            submission_id: components["schemas"]["Id"];
            /** @enum {string} */
            status: "updated" | "unchanged" | "not_found";
        };
        /** @description What became of each, in the order asked for. */
        BulkResult: {
            results: components["schemas"]["BulkResultItem"][];
        };
        /** @description What became of one; not_leased = the token did not hold it any more. */
        ReleaseResultItem: {
            submission_id: components["schemas"]["Id"];
            /** @enum {string} */
            status: "released" | "not_leased";
        };
        /** @description What became of each, in the order asked for. */
        ReleaseResult: {
            results: components["schemas"]["ReleaseResultItem"][];
        };
        /** @description Which submissions. */
        BulkRefire: {
            submission_ids: components["schemas"]["Id"][];
        };
        /** @description What became of one. */
        BulkRefireItem: {
            submission_id: components["schemas"]["Id"];
            /** @enum {string} */
            status: "queued" | "no_webhooks" | "not_found";
            deliveries: components["schemas"]["WebhookLog"][];
        };
        /** @description What was queued. */
        BulkRefireResult: {
            success: boolean;
            message: string;
            results: components["schemas"]["BulkRefireItem"][];
        };
        /** @description What was queued. */
        RefireResult: {
            success: boolean;
            message: string;
            deliveries: components["schemas"]["WebhookLog"][];
        };
        /**
         * @description Of what is unread and not in the trash: new = ham (the default), spam, unread = both.
         * @enum {string}
         */
        ClaimFilter: "new" | "spam" | "unread";
        /** @description What to lease, and who takes it: a name that the record shows while it is leased. */
        Claim: {
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"];
            filter?: components["schemas"]["ClaimFilter"];
            limit: number;
            lease_seconds: number;
            consumer: string;
        };
        /** @description A lease. */
        ClaimResult: {
            submissions: components["schemas"]["Submission"][];
            lease_token: string;
            /** Format: date-time */
            lease_expires_at: string;
        };
        /** @description What to give back. */
        Release: {
            lease_token: string;
            submission_ids: components["schemas"]["Id"][];
            retry_after_seconds?: number;
            /** @description Not together with retry_after_seconds. */
            dead?: boolean;
        };
        /** @description What to keep. */
        Extend: {
            lease_token: string;
            lease_seconds: number;
            submission_ids?: components["schemas"]["Id"][];
        };
        /** @description Who tells people from programs; the secret is masked. ALTCHA needs none, and asks nobody. */
        Captcha: {
            /** @enum {string} */
            provider: "altcha" | "turnstile" | "hcaptcha" | "recaptcha";
            site_key?: string | null;
            secret?: string | null;
        };
        /** @description A puzzle as ALTCHA's widget takes it. */
        Challenge: {
            parameters: {
                algorithm: string;
                nonce: string;
                salt: string;
                cost: number;
                keyLength: number;
                keyPrefix: string;
                /** @description Seconds since the epoch. */
                expiresAt: number;
            } & {
                [key: string]: unknown;
            };
            signature: string;
        };
        /** @description Whether leads are scored, and by whom. It is replaced as a whole. */
        LeadScoring: {
            enabled: boolean;
            /**
             * @description rules (the default) are built in; http asks the model that the server is set up with (INTRAY_LEADS_URL), and falls back to the rules.
             * @enum {string}
             */
            provider?: "rules" | "http";
            /** @description What a good lead is, for the model to read. */
            instructions?: string | null;
            /** @description How long deliveries wait for the model's score (30 by default); then they go without. */
            delivery_wait_seconds?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Which checks posts go through. */
        SpamChecks: {
            /** @description The hidden field was filled in. */
            honeypot: boolean;
            /** @description More posts of one address than INTRAY_RATE_LIMIT. */
            rate: boolean;
            /** @description Sent sooner after _started than people type. */
            too_fast: boolean;
            /** @description The sender's address is thrown away after use. */
            disposable: boolean;
            /** @description There are more links than message. */
            links: boolean;
            /** @description Advertising, drawn letters, look-alike letters. */
            content: boolean;
            /** @description What people taught by marking submissions. */
            classifier: boolean;
            /** @description Ask Akismet, which is sent the post; off unless asked for. */
            akismet: boolean;
        };
        /** @description Checks to switch on or off; others stay as they are. */
        SpamCheckSettings: {
            /** @description The hidden field was filled in. */
            honeypot?: boolean;
            /** @description More posts of one address than INTRAY_RATE_LIMIT. */
            rate?: boolean;
            /** @description Sent sooner after _started than people type. */
            too_fast?: boolean;
            /** @description The sender's address is thrown away after use. */
            disposable?: boolean;
            /** @description There are more links than message. */
            links?: boolean;
            /** @description Advertising, drawn letters, look-alike letters. */
            content?: boolean;
            /** @description What people taught by marking submissions. */
            classifier?: boolean;
            /** @description Ask Akismet, which is sent the post; off unless asked for. */
            akismet?: boolean;
        };
        /** @description An address to post to, and what becomes of its posts. */
        Form: {
            id: components["schemas"]["Id"];
            uuid: string;
            name: string;
            project_id: components["schemas"]["Id"] | null;
            timezone: string;
            redirect_url: string | null;
            redirect_heading: string | null;
            redirect_message: string | null;
            honeypot_field: string;
            duplicate_filter: boolean;
            allowed_domains: string[];
            blocked_domains: string[];
            content_blacklist: string[];
            spam_checks: components["schemas"]["SpamChecks"];
            captcha: components["schemas"]["Captcha"] | null;
            retention_days: number | null;
            /** @description Else only what was read is removed. */
            retention_includes_unread: boolean;
            lead_scoring: components["schemas"]["LeadScoring"];
            project_name: string | null;
            inbox_count: number;
            spam_count: number;
            trash_count: number;
            unread_count: number;
            form_webhooks: components["schemas"]["FormWebhook"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description What a form can be told. */
        FormSettings: {
            name?: string;
            project_id?: components["schemas"]["Id"] | null;
            timezone?: string;
            redirect_url?: string | null;
            redirect_heading?: string | null;
            redirect_message?: string | null;
            honeypot_field?: string;
            duplicate_filter?: boolean;
            allowed_domains?: string[];
            blocked_domains?: string[];
            content_blacklist?: string[];
            spam_checks?: components["schemas"]["SpamCheckSettings"];
            captcha?: components["schemas"]["Captcha"] | null;
            retention_days?: number | null;
            /** @description Else only what was read is removed. */
            retention_includes_unread?: boolean;
            lead_scoring?: components["schemas"]["LeadScoring"];
        };
        /** @description Flat, or wrapped in form. */
        FormInput: {
            name?: string;
            project_id?: components["schemas"]["Id"] | null;
            timezone?: string;
            redirect_url?: string | null;
            redirect_heading?: string | null;
            redirect_message?: string | null;
            honeypot_field?: string;
            duplicate_filter?: boolean;
            allowed_domains?: string[];
            blocked_domains?: string[];
            content_blacklist?: string[];
            spam_checks?: components["schemas"]["SpamCheckSettings"];
            captcha?: components["schemas"]["Captcha"] | null;
            retention_days?: number | null;
            /** @description Else only what was read is removed. */
            retention_includes_unread?: boolean;
            lead_scoring?: components["schemas"]["LeadScoring"];
            form?: components["schemas"]["FormSettings"];
        };
        /** @description A group of forms. */
        Project: {
            id: components["schemas"]["Id"];
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description What a project can be told. */
        ProjectSettings: {
            name?: string;
        };
        /** @description Flat, or wrapped in project. */
        ProjectInput: {
            name?: string;
            project?: components["schemas"]["ProjectSettings"];
        };
        /** @description A header of your own; its value is masked when read. */
        WebhookHeader: {
            name: string;
            value: string;
        };
        /** @description Where submissions of a form are pushed to. */
        FormWebhook: {
            id: components["schemas"]["Id"];
            form_id: components["schemas"]["Id"];
            name: string;
            url: string;
            format: components["schemas"]["WebhookFormat"];
            content_type: string | null;
            template: string | null;
            headers: components["schemas"]["WebhookHeader"][];
            trigger_when_spam: boolean;
            enabled: boolean;
            /** @description by_hand, gone (it answered 410), failing (nothing but failures for five days). */
            disabled_reason: string | null;
            /** @description Masked. */
            signing_secret: string;
            failure_count: number;
            /** Format: date-time */
            last_failure_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description What a webhook can be told. */
        FormWebhookSettings: {
            name?: string;
            url?: string;
            format?: components["schemas"]["WebhookFormat"];
            content_type?: string | null;
            template?: string | null;
            headers?: components["schemas"]["WebhookHeader"][];
            trigger_when_spam?: boolean;
            enabled?: boolean;
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"];
            /** @description Read-only; ignored. */
            signing_secret?: string;
        };
        /** @description Flat, or wrapped in form_webhook. */
        FormWebhookInput: {
            name?: string;
            url?: string;
            format?: components["schemas"]["WebhookFormat"];
            content_type?: string | null;
            template?: string | null;
            headers?: components["schemas"]["WebhookHeader"][];
            trigger_when_spam?: boolean;
            enabled?: boolean;
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"];
            /** @description Read-only; ignored. */
            signing_secret?: string;
            form_webhook?: components["schemas"]["FormWebhookSettings"];
        };
        /** @description What signs the deliveries. */
        SigningSecret: {
            signing_secret: string;
            next_signing_secret: string | null;
        };
        /** @description Nothing, for a new secret at once; stage or activate, for a rotation. */
        RegenerateSecret: {
            /** @description Prepare the next secret. */
            stage?: boolean;
            /** @description Let the prepared secret sign. */
            activate?: boolean;
        };
        /** @description Since when. */
        RefireFailed: {
            /** @description A date or a time, such as 2026-01-31T12:00:00Z. */
            since: string;
        };
        /** @description What to render. */
        PreviewInput: {
            form_webhook: components["schemas"]["FormWebhookSettings"];
            submission_id?: components["schemas"]["Id"];
        };
        /** @description A payload. */
        Preview: {
            content_type: string;
            body: string;
        };
        /** @description What was sent. */
        WebhookRequest: {
            content_type: string;
            bytes: number;
            body_sha256: string;
            /** @description The bytes sent before had been removed with age; these may differ. */
            rendered_again: boolean;
        };
        /** @description One try. */
        WebhookAttempt: {
            number: components["schemas"]["Id"];
            /** Format: date-time */
            started_at: string;
            duration_ms: number;
            /** @enum {string} */
            outcome: "succeeded" | "failed" | "blocked" | "worker_lost" | "stale" | "aborted";
            http_status: number | null;
            error_code: string | null;
            response_excerpt: string | null;
            remote_ip: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
        };
        /** @description One delivery with its attempts. */
        WebhookLog: {
            id: components["schemas"]["Id"];
            /** @description Null for a test with a sample. */
            submission_id: components["schemas"]["Id"] | null;
            webhook_id: components["schemas"]["Id"];
            webhook_name: string;
            url: string;
            trigger: components["schemas"]["DeliveryTrigger"];
            state: components["schemas"]["DeliveryState"];
            reason: string | null;
            attempts_made: number;
            max_attempts: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When its attempts and sent bytes were removed with age.
             */
            pruned_at: string | null;
            /** @description Null until the first try, and once pruned. */
            request: components["schemas"]["WebhookRequest"] | null;
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /**
         * @description account = every form; form = one.
         * @enum {string}
         */
        KeyKind: "account" | "form";
        /** @description A key, without its text. */
        ApiKey: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["KeyKind"];
            form_id: components["schemas"]["Id"] | null;
            name: string;
            can_delete: boolean;
            /** @description The first characters of the key. */
            prefix: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A new key; its text is shown only here. */
        ApiKeyWithText: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["KeyKind"];
            form_id: components["schemas"]["Id"] | null;
            name: string;
            can_delete: boolean;
            /** @description The first characters of the key. */
            prefix: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null when the key was made by an earlier request with the same Idempotency-Key. */
            key: string | null;
            /** @description Why the text of the key is not shown, and what to do. */
            message?: string;
        };
        /** @description What a key can be told. */
        ApiKeySettings: {
            kind?: components["schemas"]["KeyKind"];
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"] | null;
            name?: string;
            can_delete?: boolean;
        };
        /** @description Flat, or wrapped in api_key. */
        ApiKeyInput: {
            kind?: components["schemas"]["KeyKind"];
            form_id?: components["schemas"]["Id"] | components["schemas"]["FormRef"] | null;
            name?: string;
            can_delete?: boolean;
            api_key?: components["schemas"]["ApiKeySettings"];
        };
        /** @description Whose key. */
        AccountName: {
            id: components["schemas"]["Id"];
            name: string;
        };
        /** @description Who a key is. */
        Me: {
            kind: components["schemas"]["KeyKind"];
            form_id: components["schemas"]["Id"] | null;
            key_name: string;
            account: components["schemas"]["AccountName"];
        };
    };
    responses: {
        /** @description The request cannot be read. */
        Malformed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is missing, mistyped, unknown or revoked. */
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
        /** @description The key may not do this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such thing in the reach of this key. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Allow names the methods that are there. */
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
        /** @description The request contradicts what is stored. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is larger than allowed. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The content type is not taken. */
        UnsupportedType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description A value is wrong; errors names it. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests. */
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
        /** @description The server failed. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Try again after Retry-After. */
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
        /** @description The request cannot be read. */
        IntakeMalformed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        /** @description The key may not do this. */
        IntakeForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        /** @description There is no such thing in the reach of this key. */
        IntakeNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        /** @description The request is larger than allowed. */
        IntakeTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        /** @description The content type is not taken. */
        IntakeUnsupportedType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        /** @description A value is wrong; errors names it. */
        IntakeInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        /** @description Too many requests. */
        IntakeRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        /** @description The server failed. */
        IntakeInternal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        /** @description Try again after Retry-After. */
        IntakeUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
    };
    parameters: {
        /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
        IdempotencyKey: string;
        /** @description 1 to 255 printable ASCII characters. For 24 hours the same key with the same fields and files in the same form is stored once, and answered with the first id. With other content it is a post of its own. */
        PostIdempotencyKey: string;
        /** @description The record's id. */
        Id: components["schemas"]["Id"];
        /** @description The form's id or uuid. */
        FormRef: components["schemas"]["FormRef"];
        /** @description The form's id or uuid. */
        FormIdQuery: components["schemas"]["FormRef"];
        /** @description Strictly after; without an offset, UTC. */
        CreatedAfter: string;
        /** @description From 1. */
        Page: number;
        /** @description How many a page. */
        PerPage: number;
        /** @description The next_cursor of the page before; bound to its filters. */
        Cursor: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in the log. */
        RequestId: string;
        /** @description How to send the key. */
        Authenticate: string;
        /** @description The methods that are there. */
        Allow: string;
        /** @description How many seconds to wait. */
        RetryAfter: number;
        /** @description The page to go on to. */
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
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key with the same fields and files in the same form is stored once, and answered with the first id. With other content it is a post of its own. */
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
            /** @description Stored durably, with its deliveries queued. */
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
            /** @description Stored durably; the browser goes on to the form's page. */
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
            413: components["responses"]["IntakeTooLarge"];
            415: components["responses"]["IntakeUnsupportedType"];
            422: components["responses"]["IntakeInvalid"];
            429: components["responses"]["IntakeRateLimited"];
            500: components["responses"]["IntakeInternal"];
            503: components["responses"]["IntakeUnavailable"];
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
            /** @description The puzzle. */
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
                /** @description The form's id or uuid. */
                form_id?: components["parameters"]["FormIdQuery"];
                /** @description Only unread (true) or only read (false). */
                unread?: boolean;
                /** @description new, spam, trash or all, in any letter case. */
                filter_by?: string;
                /** @description Only spam (true) or only ham (false). */
                spam_status?: boolean;
                /** @description Strictly after; without an offset, UTC. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description Strictly before; without an offset, UTC. */
                created_before?: string;
                /** @description Both days included, UTC. */
                date_range?: string;
                /** @description Text that a field value holds, in any letter case. */
                query?: string;
                /** @description By e-mail with page only. */
                order_by?: components["schemas"]["SubmissionOrder"];
                /** @description From 1. */
                page?: components["parameters"]["Page"];
                /** @description How many a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description The next_cursor of the page before; bound to its filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubmission: {
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
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubmission: {
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
            /** @description What was deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubmission: {
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
                "application/json": components["schemas"]["SubmissionPatch"];
            };
        };
        responses: {
            /** @description The record. */
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
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    bulkUpdateSubmissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description What became of each. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimSubmissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description What was leased. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description What became of each. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description The longer lease. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    bulkRefireWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description What was queued. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    refireSubmissionWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description What was queued. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubmissionWebhookLogs: {
        parameters: {
            query?: {
                /** @description From 1. */
                page?: components["parameters"]["Page"];
                /** @description How many a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description The next_cursor of the page before; bound to its filters. */
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
            /** @description A page. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookLogs: {
        parameters: {
            query?: {
                /** @description The form's id or uuid. */
                form_id?: components["parameters"]["FormIdQuery"];
                /** @description Of this webhook. */
                webhook_id?: components["schemas"]["Id"];
                /** @description In this state. */
                state?: components["schemas"]["DeliveryState"];
                /** @description Strictly after; without an offset, UTC. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description From 1. */
                page?: components["parameters"]["Page"];
                /** @description How many a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description The next_cursor of the page before; bound to its filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
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
            /** @description The bytes, with the content type they were sent with. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    refireWebhookLog: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description What was queued. */
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
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFormSubmissions: {
        parameters: {
            query?: {
                /** @description Strictly after; without an offset, UTC. */
                created_after?: components["parameters"]["CreatedAfter"];
                /** @description From 1. */
                page?: components["parameters"]["Page"];
                /** @description How many a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description The next_cursor of the page before; bound to its filters. */
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
            /** @description A bare array; the whole of it unless a page is asked for. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description From 1. */
                page?: components["parameters"]["Page"];
                /** @description How many a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description The next_cursor of the page before; bound to its filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description The new record. */
            201: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description The record. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceForm: {
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
                "application/json": components["schemas"]["FormInput"];
            };
        };
        responses: {
            /** @description The record. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteForm: {
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
            /** @description What was deleted. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateForm: {
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
                "application/json": components["schemas"]["FormInput"];
            };
        };
        responses: {
            /** @description The record. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description From 1. */
                page?: components["parameters"]["Page"];
                /** @description How many a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description The next_cursor of the page before; bound to its filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description The new record. */
            201: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceProject: {
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
                "application/json": components["schemas"]["ProjectInput"];
            };
        };
        responses: {
            /** @description The record. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                /** @description Detach its forms instead of refusing. */
                force?: boolean;
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
            /** @description What was deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProject: {
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
                "application/json": components["schemas"]["ProjectInput"];
            };
        };
        responses: {
            /** @description The record. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFormWebhooks: {
        parameters: {
            query?: {
                /** @description The form's id or uuid. */
                form_id?: components["parameters"]["FormIdQuery"];
                /** @description From 1. */
                page?: components["parameters"]["Page"];
                /** @description How many a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description The next_cursor of the page before; bound to its filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createFormWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description The new record. */
            201: {
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWebhook"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceFormWebhook: {
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
                "application/json": components["schemas"]["FormWebhookInput"];
            };
        };
        responses: {
            /** @description The record. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFormWebhook: {
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
            /** @description What was deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWebhook"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateFormWebhook: {
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
                "application/json": components["schemas"]["FormWebhookInput"];
            };
        };
        responses: {
            /** @description The record. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description The secret. */
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
            /** @description The secrets as they are now. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description What was queued. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    refireFailedDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description What was queued. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description The payload. */
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
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The caller has these bytes already. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            /** @description The range lies outside the file. */
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
    getPublicAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The unguessable part of the public link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The caller has these bytes already. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            /** @description The range lies outside the file. */
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
                /** @description From 1. */
                page?: components["parameters"]["Page"];
                /** @description How many a page. */
                per_page?: components["parameters"]["PerPage"];
                /** @description The next_cursor of the page before; bound to its filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409. */
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
            /** @description The new record. */
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedType"];
            422: components["responses"]["Invalid"];
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
            /** @description What was revoked. */
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
            413: components["responses"]["TooLarge"];
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
            /** @description The key. */
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
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description The form's id or uuid. */
                form_id?: components["parameters"]["FormIdQuery"];
            };
            header?: {
                /** @description The id of the last event that was read. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-Sent Events, until one side ends them. */
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
            /** @description This document. */
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
            /** @description It does. */
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
            /** @description They can. */
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
            /** @description They cannot. */
            503: {
                headers: {
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
            /** @description Prometheus text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
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
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The page is still the one whose ETag was sent. */
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
