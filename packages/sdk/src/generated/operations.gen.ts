// Written from openapi.yaml by scripts/generate.ts.
export const operations = [
  {
    "id": "postForm",
    "method": "POST",
    "path": "/f/{form}",
    "scope": "none"
  },
  {
    "id": "getChallenge",
    "method": "GET",
    "path": "/f/{form}/challenge",
    "scope": "none"
  },
  {
    "id": "listSubmissions",
    "method": "GET",
    "path": "/api/v1/submissions",
    "scope": "read"
  },
  {
    "id": "getSubmission",
    "method": "GET",
    "path": "/api/v1/submissions/{id}",
    "scope": "read"
  },
  {
    "id": "replaceSubmission",
    "method": "PUT",
    "path": "/api/v1/submissions/{id}",
    "scope": "write"
  },
  {
    "id": "deleteSubmission",
    "method": "DELETE",
    "path": "/api/v1/submissions/{id}",
    "scope": "write"
  },
  {
    "id": "updateSubmission",
    "method": "PATCH",
    "path": "/api/v1/submissions/{id}",
    "scope": "write"
  },
  {
    "id": "bulkUpdateSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/bulk",
    "scope": "write"
  },
  {
    "id": "undoSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/undo",
    "scope": "write"
  },
  {
    "id": "claimSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/claim",
    "scope": "write"
  },
  {
    "id": "releaseSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/release",
    "scope": "write"
  },
  {
    "id": "extendSubmissionLeases",
    "method": "POST",
    "path": "/api/v1/submissions/extend",
    "scope": "write"
  },
  {
    "id": "bulkRefireWebhooks",
    "method": "POST",
    "path": "/api/v1/submissions/refire_webhooks",
    "scope": "write"
  },
  {
    "id": "refireSubmissionWebhooks",
    "method": "POST",
    "path": "/api/v1/submissions/{id}/refire_webhooks",
    "scope": "write"
  },
  {
    "id": "listNotes",
    "method": "GET",
    "path": "/api/v1/submissions/{id}/notes",
    "scope": "read"
  },
  {
    "id": "createNote",
    "method": "POST",
    "path": "/api/v1/submissions/{id}/notes",
    "scope": "write"
  },
  {
    "id": "listReplies",
    "method": "GET",
    "path": "/api/v1/submissions/{id}/replies",
    "scope": "read"
  },
  {
    "id": "createReply",
    "method": "POST",
    "path": "/api/v1/submissions/{id}/replies",
    "scope": "write"
  },
  {
    "id": "previewReply",
    "method": "POST",
    "path": "/api/v1/submissions/{id}/replies/preview",
    "scope": "read"
  },
  {
    "id": "listReplyTemplates",
    "method": "GET",
    "path": "/api/v1/reply_templates",
    "scope": "read"
  },
  {
    "id": "createReplyTemplate",
    "method": "POST",
    "path": "/api/v1/reply_templates",
    "scope": "write"
  },
  {
    "id": "deleteReplyTemplate",
    "method": "DELETE",
    "path": "/api/v1/reply_templates/{id}",
    "scope": "write"
  },
  {
    "id": "updateReplyTemplate",
    "method": "PATCH",
    "path": "/api/v1/reply_templates/{id}",
    "scope": "write"
  },
  {
    "id": "deleteNote",
    "method": "DELETE",
    "path": "/api/v1/notes/{id}",
    "scope": "write"
  },
  {
    "id": "updateNote",
    "method": "PATCH",
    "path": "/api/v1/notes/{id}",
    "scope": "write"
  },
  {
    "id": "listSubmissionWebhookLogs",
    "method": "GET",
    "path": "/api/v1/submissions/{id}/webhook_logs",
    "scope": "read"
  },
  {
    "id": "listWebhookLogs",
    "method": "GET",
    "path": "/api/v1/webhook_logs",
    "scope": "read"
  },
  {
    "id": "getWebhookLogBody",
    "method": "GET",
    "path": "/api/v1/webhook_logs/{id}/body",
    "scope": "read"
  },
  {
    "id": "refireWebhookLog",
    "method": "POST",
    "path": "/api/v1/webhook_logs/{id}/refire",
    "scope": "write"
  },
  {
    "id": "listDeliveries",
    "method": "GET",
    "path": "/api/v1/deliveries",
    "scope": "read"
  },
  {
    "id": "sendDeliveries",
    "method": "POST",
    "path": "/api/v1/deliveries/send",
    "scope": "write"
  },
  {
    "id": "getSendingProgress",
    "method": "GET",
    "path": "/api/v1/deliveries/progress",
    "scope": "read"
  },
  {
    "id": "stopSendingDeliveries",
    "method": "POST",
    "path": "/api/v1/deliveries/stop",
    "scope": "write"
  },
  {
    "id": "getDelivery",
    "method": "GET",
    "path": "/api/v1/deliveries/{id}",
    "scope": "read"
  },
  {
    "id": "getDeliveryBody",
    "method": "GET",
    "path": "/api/v1/deliveries/{id}/body",
    "scope": "read"
  },
  {
    "id": "refireDelivery",
    "method": "POST",
    "path": "/api/v1/deliveries/{id}/refire",
    "scope": "write"
  },
  {
    "id": "listFormSubmissions",
    "method": "GET",
    "path": "/api/v1/forms/{form_id}/submissions",
    "scope": "read"
  },
  {
    "id": "listForms",
    "method": "GET",
    "path": "/api/v1/forms",
    "scope": "read"
  },
  {
    "id": "createForm",
    "method": "POST",
    "path": "/api/v1/forms",
    "scope": "write"
  },
  {
    "id": "getForm",
    "method": "GET",
    "path": "/api/v1/forms/{form_id}",
    "scope": "read"
  },
  {
    "id": "replaceForm",
    "method": "PUT",
    "path": "/api/v1/forms/{form_id}",
    "scope": "write"
  },
  {
    "id": "deleteForm",
    "method": "DELETE",
    "path": "/api/v1/forms/{form_id}",
    "scope": "write"
  },
  {
    "id": "updateForm",
    "method": "PATCH",
    "path": "/api/v1/forms/{form_id}",
    "scope": "write"
  },
  {
    "id": "forgetQueueConsumer",
    "method": "DELETE",
    "path": "/api/v1/forms/{form_id}/queue_consumer",
    "scope": "write"
  },
  {
    "id": "listRecipients",
    "method": "GET",
    "path": "/api/v1/forms/{form_id}/recipients",
    "scope": "read"
  },
  {
    "id": "sendConfirmation",
    "method": "POST",
    "path": "/api/v1/forms/{form_id}/recipients/confirm",
    "scope": "write"
  },
  {
    "id": "releaseRecipient",
    "method": "POST",
    "path": "/api/v1/forms/{form_id}/recipients/release",
    "scope": "write"
  },
  {
    "id": "previewFormEmail",
    "method": "POST",
    "path": "/api/v1/forms/{form_id}/email_preview",
    "scope": "read"
  },
  {
    "id": "sendTestEmail",
    "method": "POST",
    "path": "/api/v1/forms/{form_id}/test_email",
    "scope": "write"
  },
  {
    "id": "listProjects",
    "method": "GET",
    "path": "/api/v1/projects",
    "scope": "read"
  },
  {
    "id": "createProject",
    "method": "POST",
    "path": "/api/v1/projects",
    "scope": "write"
  },
  {
    "id": "getProject",
    "method": "GET",
    "path": "/api/v1/projects/{id}",
    "scope": "read"
  },
  {
    "id": "replaceProject",
    "method": "PUT",
    "path": "/api/v1/projects/{id}",
    "scope": "write"
  },
  {
    "id": "deleteProject",
    "method": "DELETE",
    "path": "/api/v1/projects/{id}",
    "scope": "write"
  },
  {
    "id": "updateProject",
    "method": "PATCH",
    "path": "/api/v1/projects/{id}",
    "scope": "write"
  },
  {
    "id": "listFormViews",
    "method": "GET",
    "path": "/api/v1/form_views",
    "scope": "read"
  },
  {
    "id": "listDomains",
    "method": "GET",
    "path": "/api/v1/domains",
    "scope": "read"
  },
  {
    "id": "listFormWebhooks",
    "method": "GET",
    "path": "/api/v1/form_webhooks",
    "scope": "read"
  },
  {
    "id": "createFormWebhook",
    "method": "POST",
    "path": "/api/v1/form_webhooks",
    "scope": "write"
  },
  {
    "id": "getFormWebhook",
    "method": "GET",
    "path": "/api/v1/form_webhooks/{id}",
    "scope": "read"
  },
  {
    "id": "replaceFormWebhook",
    "method": "PUT",
    "path": "/api/v1/form_webhooks/{id}",
    "scope": "write"
  },
  {
    "id": "deleteFormWebhook",
    "method": "DELETE",
    "path": "/api/v1/form_webhooks/{id}",
    "scope": "write"
  },
  {
    "id": "updateFormWebhook",
    "method": "PATCH",
    "path": "/api/v1/form_webhooks/{id}",
    "scope": "write"
  },
  {
    "id": "getSigningSecret",
    "method": "GET",
    "path": "/api/v1/form_webhooks/{id}/signing_secret",
    "scope": "write"
  },
  {
    "id": "regenerateSecret",
    "method": "POST",
    "path": "/api/v1/form_webhooks/{id}/regenerate_secret",
    "scope": "write"
  },
  {
    "id": "testFormWebhook",
    "method": "POST",
    "path": "/api/v1/form_webhooks/{id}/test",
    "scope": "write"
  },
  {
    "id": "refireFailedDeliveries",
    "method": "POST",
    "path": "/api/v1/form_webhooks/{id}/refire_failed",
    "scope": "write"
  },
  {
    "id": "previewFormWebhook",
    "method": "POST",
    "path": "/api/v1/form_webhooks/preview",
    "scope": "read"
  },
  {
    "id": "getAttachment",
    "method": "GET",
    "path": "/api/v1/attachments/{id}",
    "scope": "read"
  },
  {
    "id": "getPublicAttachment",
    "method": "GET",
    "path": "/api/v1/attachments/{token}/public",
    "scope": "none"
  },
  {
    "id": "listApiKeys",
    "method": "GET",
    "path": "/api/v1/api_keys",
    "scope": "read"
  },
  {
    "id": "createApiKey",
    "method": "POST",
    "path": "/api/v1/api_keys",
    "scope": "write"
  },
  {
    "id": "deleteApiKey",
    "method": "DELETE",
    "path": "/api/v1/api_keys/{id}",
    "scope": "write"
  },
  {
    "id": "getMe",
    "method": "GET",
    "path": "/api/v1/me",
    "scope": "read"
  },
  {
    "id": "getAccount",
    "method": "GET",
    "path": "/api/v1/account",
    "scope": "read"
  },
  {
    "id": "updateAccount",
    "method": "PATCH",
    "path": "/api/v1/account",
    "scope": "write"
  },
  {
    "id": "getAlertSecret",
    "method": "GET",
    "path": "/api/v1/account/alert_secret",
    "scope": "write"
  },
  {
    "id": "listAlerts",
    "method": "GET",
    "path": "/api/v1/alerts",
    "scope": "read"
  },
  {
    "id": "streamEvents",
    "method": "GET",
    "path": "/api/v1/events",
    "scope": "read"
  },
  {
    "id": "getOpenapi",
    "method": "GET",
    "path": "/api/v1/openapi.json",
    "scope": "none"
  },
  {
    "id": "getHealth",
    "method": "GET",
    "path": "/healthz",
    "scope": "none"
  },
  {
    "id": "getReadiness",
    "method": "GET",
    "path": "/readyz",
    "scope": "none"
  },
  {
    "id": "getMetrics",
    "method": "GET",
    "path": "/metrics",
    "scope": "none"
  },
  {
    "id": "getDocs",
    "method": "GET",
    "path": "/docs",
    "scope": "none"
  }
] as const;
