// Written from openapi.yaml by scripts/generate.ts.
export const operations = [
  {
    "id": "postForm",
    "method": "POST",
    "path": "/f/{form}"
  },
  {
    "id": "getChallenge",
    "method": "GET",
    "path": "/f/{form}/challenge"
  },
  {
    "id": "listSubmissions",
    "method": "GET",
    "path": "/api/v1/submissions"
  },
  {
    "id": "getSubmission",
    "method": "GET",
    "path": "/api/v1/submissions/{id}"
  },
  {
    "id": "replaceSubmission",
    "method": "PUT",
    "path": "/api/v1/submissions/{id}"
  },
  {
    "id": "deleteSubmission",
    "method": "DELETE",
    "path": "/api/v1/submissions/{id}"
  },
  {
    "id": "updateSubmission",
    "method": "PATCH",
    "path": "/api/v1/submissions/{id}"
  },
  {
    "id": "bulkUpdateSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/bulk"
  },
  {
    "id": "undoSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/undo"
  },
  {
    "id": "claimSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/claim"
  },
  {
    "id": "releaseSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/release"
  },
  {
    "id": "extendSubmissionLeases",
    "method": "POST",
    "path": "/api/v1/submissions/extend"
  },
  {
    "id": "bulkRefireWebhooks",
    "method": "POST",
    "path": "/api/v1/submissions/refire_webhooks"
  },
  {
    "id": "refireSubmissionWebhooks",
    "method": "POST",
    "path": "/api/v1/submissions/{id}/refire_webhooks"
  },
  {
    "id": "listNotes",
    "method": "GET",
    "path": "/api/v1/submissions/{id}/notes"
  },
  {
    "id": "createNote",
    "method": "POST",
    "path": "/api/v1/submissions/{id}/notes"
  },
  {
    "id": "deleteNote",
    "method": "DELETE",
    "path": "/api/v1/notes/{id}"
  },
  {
    "id": "updateNote",
    "method": "PATCH",
    "path": "/api/v1/notes/{id}"
  },
  {
    "id": "listSubmissionWebhookLogs",
    "method": "GET",
    "path": "/api/v1/submissions/{id}/webhook_logs"
  },
  {
    "id": "listWebhookLogs",
    "method": "GET",
    "path": "/api/v1/webhook_logs"
  },
  {
    "id": "getWebhookLogBody",
    "method": "GET",
    "path": "/api/v1/webhook_logs/{id}/body"
  },
  {
    "id": "refireWebhookLog",
    "method": "POST",
    "path": "/api/v1/webhook_logs/{id}/refire"
  },
  {
    "id": "listDeliveries",
    "method": "GET",
    "path": "/api/v1/deliveries"
  },
  {
    "id": "sendDeliveries",
    "method": "POST",
    "path": "/api/v1/deliveries/send"
  },
  {
    "id": "getSendingProgress",
    "method": "GET",
    "path": "/api/v1/deliveries/progress"
  },
  {
    "id": "stopSendingDeliveries",
    "method": "POST",
    "path": "/api/v1/deliveries/stop"
  },
  {
    "id": "getDelivery",
    "method": "GET",
    "path": "/api/v1/deliveries/{id}"
  },
  {
    "id": "getDeliveryBody",
    "method": "GET",
    "path": "/api/v1/deliveries/{id}/body"
  },
  {
    "id": "refireDelivery",
    "method": "POST",
    "path": "/api/v1/deliveries/{id}/refire"
  },
  {
    "id": "listFormSubmissions",
    "method": "GET",
    "path": "/api/v1/forms/{form_id}/submissions"
  },
  {
    "id": "listForms",
    "method": "GET",
    "path": "/api/v1/forms"
  },
  {
    "id": "createForm",
    "method": "POST",
    "path": "/api/v1/forms"
  },
  {
    "id": "getForm",
    "method": "GET",
    "path": "/api/v1/forms/{form_id}"
  },
  {
    "id": "replaceForm",
    "method": "PUT",
    "path": "/api/v1/forms/{form_id}"
  },
  {
    "id": "deleteForm",
    "method": "DELETE",
    "path": "/api/v1/forms/{form_id}"
  },
  {
    "id": "updateForm",
    "method": "PATCH",
    "path": "/api/v1/forms/{form_id}"
  },
  {
    "id": "forgetQueueConsumer",
    "method": "DELETE",
    "path": "/api/v1/forms/{form_id}/queue_consumer"
  },
  {
    "id": "listRecipients",
    "method": "GET",
    "path": "/api/v1/forms/{form_id}/recipients"
  },
  {
    "id": "sendConfirmation",
    "method": "POST",
    "path": "/api/v1/forms/{form_id}/recipients/confirm"
  },
  {
    "id": "releaseRecipient",
    "method": "POST",
    "path": "/api/v1/forms/{form_id}/recipients/release"
  },
  {
    "id": "previewFormEmail",
    "method": "POST",
    "path": "/api/v1/forms/{form_id}/email_preview"
  },
  {
    "id": "sendTestEmail",
    "method": "POST",
    "path": "/api/v1/forms/{form_id}/test_email"
  },
  {
    "id": "listProjects",
    "method": "GET",
    "path": "/api/v1/projects"
  },
  {
    "id": "createProject",
    "method": "POST",
    "path": "/api/v1/projects"
  },
  {
    "id": "getProject",
    "method": "GET",
    "path": "/api/v1/projects/{id}"
  },
  {
    "id": "replaceProject",
    "method": "PUT",
    "path": "/api/v1/projects/{id}"
  },
  {
    "id": "deleteProject",
    "method": "DELETE",
    "path": "/api/v1/projects/{id}"
  },
  {
    "id": "updateProject",
    "method": "PATCH",
    "path": "/api/v1/projects/{id}"
  },
  {
    "id": "listFormViews",
    "method": "GET",
    "path": "/api/v1/form_views"
  },
  {
    "id": "listDomains",
    "method": "GET",
    "path": "/api/v1/domains"
  },
  {
    "id": "listFormWebhooks",
    "method": "GET",
    "path": "/api/v1/form_webhooks"
  },
  {
    "id": "createFormWebhook",
    "method": "POST",
    "path": "/api/v1/form_webhooks"
  },
  {
    "id": "getFormWebhook",
    "method": "GET",
    "path": "/api/v1/form_webhooks/{id}"
  },
  {
    "id": "replaceFormWebhook",
    "method": "PUT",
    "path": "/api/v1/form_webhooks/{id}"
  },
  {
    "id": "deleteFormWebhook",
    "method": "DELETE",
    "path": "/api/v1/form_webhooks/{id}"
  },
  {
    "id": "updateFormWebhook",
    "method": "PATCH",
    "path": "/api/v1/form_webhooks/{id}"
  },
  {
    "id": "getSigningSecret",
    "method": "GET",
    "path": "/api/v1/form_webhooks/{id}/signing_secret"
  },
  {
    "id": "regenerateSecret",
    "method": "POST",
    "path": "/api/v1/form_webhooks/{id}/regenerate_secret"
  },
  {
    "id": "testFormWebhook",
    "method": "POST",
    "path": "/api/v1/form_webhooks/{id}/test"
  },
  {
    "id": "refireFailedDeliveries",
    "method": "POST",
    "path": "/api/v1/form_webhooks/{id}/refire_failed"
  },
  {
    "id": "previewFormWebhook",
    "method": "POST",
    "path": "/api/v1/form_webhooks/preview"
  },
  {
    "id": "getAttachment",
    "method": "GET",
    "path": "/api/v1/attachments/{id}"
  },
  {
    "id": "getPublicAttachment",
    "method": "GET",
    "path": "/api/v1/attachments/{token}/public"
  },
  {
    "id": "listApiKeys",
    "method": "GET",
    "path": "/api/v1/api_keys"
  },
  {
    "id": "createApiKey",
    "method": "POST",
    "path": "/api/v1/api_keys"
  },
  {
    "id": "deleteApiKey",
    "method": "DELETE",
    "path": "/api/v1/api_keys/{id}"
  },
  {
    "id": "getMe",
    "method": "GET",
    "path": "/api/v1/me"
  },
  {
    "id": "getAccount",
    "method": "GET",
    "path": "/api/v1/account"
  },
  {
    "id": "updateAccount",
    "method": "PATCH",
    "path": "/api/v1/account"
  },
  {
    "id": "getAlertSecret",
    "method": "GET",
    "path": "/api/v1/account/alert_secret"
  },
  {
    "id": "listAlerts",
    "method": "GET",
    "path": "/api/v1/alerts"
  },
  {
    "id": "streamEvents",
    "method": "GET",
    "path": "/api/v1/events"
  },
  {
    "id": "getOpenapi",
    "method": "GET",
    "path": "/api/v1/openapi.json"
  },
  {
    "id": "getHealth",
    "method": "GET",
    "path": "/healthz"
  },
  {
    "id": "getReadiness",
    "method": "GET",
    "path": "/readyz"
  },
  {
    "id": "getMetrics",
    "method": "GET",
    "path": "/metrics"
  },
  {
    "id": "getDocs",
    "method": "GET",
    "path": "/docs"
  }
] as const;
