// Written from openapi.yaml by scripts/generate.ts.
export const operations = [
  {
    "id": "postForm",
    "method": "POST",
    "path": "/f/{form}",
    "isPlanned": false
  },
  {
    "id": "getChallenge",
    "method": "GET",
    "path": "/f/{form}/challenge",
    "isPlanned": false
  },
  {
    "id": "listSubmissions",
    "method": "GET",
    "path": "/api/v1/submissions",
    "isPlanned": false
  },
  {
    "id": "getSubmission",
    "method": "GET",
    "path": "/api/v1/submissions/{id}",
    "isPlanned": false
  },
  {
    "id": "deleteSubmission",
    "method": "DELETE",
    "path": "/api/v1/submissions/{id}",
    "isPlanned": false
  },
  {
    "id": "updateSubmission",
    "method": "PATCH",
    "path": "/api/v1/submissions/{id}",
    "isPlanned": false
  },
  {
    "id": "bulkUpdateSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/bulk",
    "isPlanned": false
  },
  {
    "id": "claimSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/claim",
    "isPlanned": false
  },
  {
    "id": "releaseSubmissions",
    "method": "POST",
    "path": "/api/v1/submissions/release",
    "isPlanned": false
  },
  {
    "id": "extendSubmissionLeases",
    "method": "POST",
    "path": "/api/v1/submissions/extend",
    "isPlanned": false
  },
  {
    "id": "bulkRefireWebhooks",
    "method": "POST",
    "path": "/api/v1/submissions/refire_webhooks",
    "isPlanned": false
  },
  {
    "id": "refireSubmissionWebhooks",
    "method": "POST",
    "path": "/api/v1/submissions/{id}/refire_webhooks",
    "isPlanned": false
  },
  {
    "id": "listSubmissionWebhookLogs",
    "method": "GET",
    "path": "/api/v1/submissions/{id}/webhook_logs",
    "isPlanned": false
  },
  {
    "id": "listWebhookLogs",
    "method": "GET",
    "path": "/api/v1/webhook_logs",
    "isPlanned": false
  },
  {
    "id": "getWebhookLogBody",
    "method": "GET",
    "path": "/api/v1/webhook_logs/{id}/body",
    "isPlanned": false
  },
  {
    "id": "refireWebhookLog",
    "method": "POST",
    "path": "/api/v1/webhook_logs/{id}/refire",
    "isPlanned": false
  },
  {
    "id": "listFormSubmissions",
    "method": "GET",
    "path": "/api/v1/forms/{form_id}/submissions",
    "isPlanned": false
  },
  {
    "id": "listForms",
    "method": "GET",
    "path": "/api/v1/forms",
    "isPlanned": false
  },
  {
    "id": "createForm",
    "method": "POST",
    "path": "/api/v1/forms",
    "isPlanned": false
  },
  {
    "id": "getForm",
    "method": "GET",
    "path": "/api/v1/forms/{form_id}",
    "isPlanned": false
  },
  {
    "id": "replaceForm",
    "method": "PUT",
    "path": "/api/v1/forms/{form_id}",
    "isPlanned": false
  },
  {
    "id": "deleteForm",
    "method": "DELETE",
    "path": "/api/v1/forms/{form_id}",
    "isPlanned": false
  },
  {
    "id": "updateForm",
    "method": "PATCH",
    "path": "/api/v1/forms/{form_id}",
    "isPlanned": false
  },
  {
    "id": "listProjects",
    "method": "GET",
    "path": "/api/v1/projects",
    "isPlanned": false
  },
  {
    "id": "createProject",
    "method": "POST",
    "path": "/api/v1/projects",
    "isPlanned": false
  },
  {
    "id": "getProject",
    "method": "GET",
    "path": "/api/v1/projects/{id}",
    "isPlanned": false
  },
  {
    "id": "replaceProject",
    "method": "PUT",
    "path": "/api/v1/projects/{id}",
    "isPlanned": false
  },
  {
    "id": "deleteProject",
    "method": "DELETE",
    "path": "/api/v1/projects/{id}",
    "isPlanned": false
  },
  {
    "id": "updateProject",
    "method": "PATCH",
    "path": "/api/v1/projects/{id}",
    "isPlanned": false
  },
  {
    "id": "listFormWebhooks",
    "method": "GET",
    "path": "/api/v1/form_webhooks",
    "isPlanned": false
  },
  {
    "id": "createFormWebhook",
    "method": "POST",
    "path": "/api/v1/form_webhooks",
    "isPlanned": false
  },
  {
    "id": "getFormWebhook",
    "method": "GET",
    "path": "/api/v1/form_webhooks/{id}",
    "isPlanned": false
  },
  {
    "id": "replaceFormWebhook",
    "method": "PUT",
    "path": "/api/v1/form_webhooks/{id}",
    "isPlanned": false
  },
  {
    "id": "deleteFormWebhook",
    "method": "DELETE",
    "path": "/api/v1/form_webhooks/{id}",
    "isPlanned": false
  },
  {
    "id": "updateFormWebhook",
    "method": "PATCH",
    "path": "/api/v1/form_webhooks/{id}",
    "isPlanned": false
  },
  {
    "id": "getSigningSecret",
    "method": "GET",
    "path": "/api/v1/form_webhooks/{id}/signing_secret",
    "isPlanned": false
  },
  {
    "id": "regenerateSecret",
    "method": "POST",
    "path": "/api/v1/form_webhooks/{id}/regenerate_secret",
    "isPlanned": false
  },
  {
    "id": "testFormWebhook",
    "method": "POST",
    "path": "/api/v1/form_webhooks/{id}/test",
    "isPlanned": false
  },
  {
    "id": "refireFailedDeliveries",
    "method": "POST",
    "path": "/api/v1/form_webhooks/{id}/refire_failed",
    "isPlanned": false
  },
  {
    "id": "previewFormWebhook",
    "method": "POST",
    "path": "/api/v1/form_webhooks/preview",
    "isPlanned": false
  },
  {
    "id": "getAttachment",
    "method": "GET",
    "path": "/api/v1/attachments/{id}",
    "isPlanned": false
  },
  {
    "id": "getPublicAttachment",
    "method": "GET",
    "path": "/api/v1/attachments/{token}/public",
    "isPlanned": false
  },
  {
    "id": "listApiKeys",
    "method": "GET",
    "path": "/api/v1/api_keys",
    "isPlanned": false
  },
  {
    "id": "createApiKey",
    "method": "POST",
    "path": "/api/v1/api_keys",
    "isPlanned": false
  },
  {
    "id": "deleteApiKey",
    "method": "DELETE",
    "path": "/api/v1/api_keys/{id}",
    "isPlanned": false
  },
  {
    "id": "getMe",
    "method": "GET",
    "path": "/api/v1/me",
    "isPlanned": false
  },
  {
    "id": "streamEvents",
    "method": "GET",
    "path": "/api/v1/events",
    "isPlanned": false
  },
  {
    "id": "getOpenapi",
    "method": "GET",
    "path": "/api/v1/openapi.json",
    "isPlanned": false
  },
  {
    "id": "getHealth",
    "method": "GET",
    "path": "/healthz",
    "isPlanned": false
  },
  {
    "id": "getReadiness",
    "method": "GET",
    "path": "/readyz",
    "isPlanned": false
  },
  {
    "id": "getMetrics",
    "method": "GET",
    "path": "/metrics",
    "isPlanned": false
  },
  {
    "id": "getDocs",
    "method": "GET",
    "path": "/docs",
    "isPlanned": false
  }
] as const;
