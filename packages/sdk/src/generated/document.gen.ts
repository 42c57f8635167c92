// Written from openapi.yaml by scripts/generate.ts.
export const document: Readonly<Record<string, unknown>> = {
 "openapi": "3.1.1",
 "info": {
  "title": "Intray",
  "version": "0.1.0",
  "description": "A self-hosted form backend. Web pages post to it; it stores each submission durably, separates spam from ham, delivers submissions to webhooks, and lets programs claim them from a queue.",
  "license": {
   "name": "MIT",
   "identifier": "MIT"
  }
 },
 "servers": [
  {
   "url": "/",
   "description": "The server that returned this document."
  }
 ],
 "security": [
  {
   "bearer": []
  },
  {
   "token": []
  },
  {
   "apiToken": []
  }
 ],
 "tags": [
  {
   "name": "intake",
   "description": "The address that web pages post to."
  },
  {
   "name": "submissions",
   "description": "Received posts. The queue is `filter_by=new`: unread, not spam, not trash."
  },
  {
   "name": "forms",
   "description": "Forms: each has an address to post to, spam settings and webhooks."
  },
  {
   "name": "projects",
   "description": "Groups of forms."
  },
  {
   "name": "webhooks",
   "description": "URLs that the submissions of a form are delivered to."
  },
  {
   "name": "logs",
   "description": "Deliveries to webhooks and e-mail recipients, with their attempts."
  },
  {
   "name": "attachments",
   "description": "Files that were uploaded with submissions."
  },
  {
   "name": "keys",
   "description": "API keys and what they may access."
  },
  {
   "name": "account",
   "description": "The account's settings and its alerts."
  },
  {
   "name": "server",
   "description": "Events, health, metrics and documentation of the server."
  }
 ],
 "paths": {
  "/f/{form}": {
   "post": {
    "operationId": "postForm",
    "tags": [
     "intake"
    ],
    "summary": "Submit a form",
    "description": "Accepts cross-origin posts. Spam is stored too and gets the same response as ham,\nunless it is spam only because the form's captcha was not solved.\n\nA browser that navigates gets a redirect or an HTML page: `Accept` names `text/html`, and\ndoes not rank `application/json` before it. Every other client gets JSON, and so does a\npost to a path that ends in `.json`, with a JSON body, with the header `X-Requested-With`,\nor to a form with `use_ajax`.\n\nDefault limits: 2 MiB without files, 100 MiB with files, 1,000 fields, 256 KiB per field, 10\nfiles, 25 MiB per file.\n",
    "security": [],
    "parameters": [
     {
      "name": "form",
      "in": "path",
      "required": true,
      "description": "The form's uuid or id.",
      "schema": {
       "type": "string"
      }
     },
     {
      "$ref": "#/components/parameters/PostIdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/x-www-form-urlencoded": {
       "schema": {
        "type": "object",
        "additionalProperties": true
       }
      },
      "multipart/form-data": {
       "schema": {
        "type": "object",
        "additionalProperties": true
       }
      },
      "application/json": {
       "schema": {
        "type": "object",
        "additionalProperties": true
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The submission and its queued deliveries are stored durably.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PostResult"
        }
       },
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "303": {
      "description": "The submission and its queued deliveries are stored durably. The browser follows `Location`.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "Location": {
        "$ref": "#/components/headers/Location"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/IntakeMalformed"
     },
     "403": {
      "$ref": "#/components/responses/IntakeForbidden"
     },
     "404": {
      "$ref": "#/components/responses/IntakeNotFound"
     },
     "408": {
      "$ref": "#/components/responses/IntakeTimeout"
     },
     "413": {
      "$ref": "#/components/responses/IntakeTooLarge"
     },
     "415": {
      "$ref": "#/components/responses/IntakeUnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/IntakeInvalid"
     },
     "429": {
      "$ref": "#/components/responses/IntakeRateLimited"
     },
     "500": {
      "$ref": "#/components/responses/IntakeInternal"
     },
     "503": {
      "$ref": "#/components/responses/IntakeUnavailable"
     },
     "507": {
      "$ref": "#/components/responses/IntakeQuotaExceeded"
     },
     "508": {
      "$ref": "#/components/responses/IntakeLoop"
     }
    }
   }
  },
  "/f/{form}/challenge": {
   "get": {
    "operationId": "getChallenge",
    "tags": [
     "intake"
    ],
    "summary": "Get an ALTCHA challenge",
    "description": "For forms whose captcha provider is `altcha`; 404 for others. The widget sends the solution in the field `altcha`. A solution is accepted once, within one hour of the challenge.",
    "security": [],
    "parameters": [
     {
      "name": "form",
      "in": "path",
      "required": true,
      "description": "The form's uuid or id.",
      "schema": {
       "type": "string"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "A new challenge.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Challenge"
        }
       }
      }
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "405": {
      "$ref": "#/components/responses/MethodNotAllowed"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions": {
   "get": {
    "operationId": "listSubmissions",
    "tags": [
     "submissions"
    ],
    "summary": "List submissions",
    "description": "Newest first by default. All filters are combined with AND. Without `filter_by`, `unread` and `spam_status` the list holds what `filter_by=all` holds. The queue is `filter_by=new`.",
    "parameters": [
     {
      "$ref": "#/components/parameters/FormIdQuery"
     },
     {
      "name": "unread",
      "in": "query",
      "description": "`true`: only unread; `false`: only read. Without `filter_by` it covers spam as well, so `unread=true` also holds unread spam; use `filter_by=new` for the queue.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "filter_by",
      "in": "query",
      "description": "`new`: the queue (unread, not spam, not trash). `spam`: spam, not trash. `trash`: trash. `all`: not spam, not trash. Case-insensitive.",
      "schema": {
       "type": "string",
       "pattern": "^(?:[nN][eE][wW]|[sS][pP][aA][mM]|[tT][rR][aA][sS][hH]|[aA][lL][lL])$",
       "x-values": [
        "new",
        "spam",
        "trash",
        "all"
       ]
      }
     },
     {
      "name": "spam_status",
      "in": "query",
      "description": "`true`: only spam; `false`: only ham. Excludes trash unless `filter_by=trash`.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "$ref": "#/components/parameters/CreatedAfter"
     },
     {
      "name": "created_before",
      "in": "query",
      "description": "Only submissions created before this time (exclusive): an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "date_range",
      "in": "query",
      "description": "Only submissions created on these days, both included, in UTC: `2026-01-01 to 2026-01-31`.",
      "schema": {
       "type": "string",
       "pattern": "^\\d{4}-\\d{2}-\\d{2} to \\d{4}-\\d{2}-\\d{2}$"
      }
     },
     {
      "name": "query",
      "in": "query",
      "description": "Only submissions with a field value that contains this text, case-insensitive. These\nwords are conditions instead, at most 20 together; all must hold, and a minus before one\nnegates it:\n\n- `tag:vip`, `tag:\"call back\"`: has this tag.\n- `is:unread`, `is:read`, `is:seen`, `is:unseen`, `is:replied`, `is:spam`, `is:trash`.\n  Without `filter_by`, `unread` and `spam_status`, `is:spam` and `is:trash` list those\n  submissions; else they narrow the list.\n- `has:file`, `has:note`, `has:reply`; `delivery:failed` and the other values of `delivery_state`.\n- `from:ada@example.org`: the `email` contains this.\n- `after:2026-11-01`: on this day (UTC) or later; `before:2026-11-01`: earlier. A time\n  such as `2026-11-01T12:00Z` is taken too.\n- `form:name`: of the form with this name, id or uuid, or else of all forms whose name\n  contains it.\n- `\"call back\"`: this text, spaces and colons included; `-spam`: not this text.\n\nOther words with a colon, such as `10:30`, are text. A condition that cannot be\nunderstood, such as `before:yesterdayish`, is rejected with 422.\n",
      "schema": {
       "type": "string",
       "maxLength": 200
      }
     },
     {
      "name": "delivery_state",
      "in": "query",
      "description": "Only submissions in this state of delivery.",
      "schema": {
       "$ref": "#/components/schemas/SubmissionDeliveryState"
      }
     },
     {
      "name": "order_by",
      "in": "query",
      "description": "Sort order. Default `date_desc`. `email_asc` and `email_desc` work with `page`, not with `cursor` (422), and return no `next_cursor`.",
      "schema": {
       "$ref": "#/components/schemas/SubmissionOrder"
      }
     },
     {
      "$ref": "#/components/parameters/Include"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of submissions.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SubmissionList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/{id}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "getSubmission",
    "tags": [
     "submissions"
    ],
    "summary": "Read a submission",
    "parameters": [
     {
      "$ref": "#/components/parameters/Include"
     }
    ],
    "responses": {
     "200": {
      "description": "The submission.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Submission"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "put": {
    "operationId": "replaceSubmission",
    "tags": [
     "submissions"
    ],
    "summary": "Mark a submission by sending back its record",
    "description": "As PATCH, but marks that are as stored do nothing, and the members may be at the top level. Members that cannot be set may be repeated: those that change by themselves, such as times, claims and the state of deliveries, with any value of their type; another value of the others, such as `email` and `attachments`, is rejected with 422. The same holds for PATCH.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     },
     {
      "name": "uid",
      "in": "query",
      "description": "The `uid` that the submission must have. If the id belongs to another submission, because an older backup was restored, nothing is changed and the response is 404.",
      "schema": {
       "type": "string",
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SubmissionInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The submission after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Submission"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "patch": {
    "operationId": "updateSubmission",
    "tags": [
     "submissions"
    ],
    "summary": "Mark a submission read, spam or trash, or tag it",
    "description": "Changes only the members sent; repeating a request changes nothing further.\n\nMarking it read removes it from the queue and ends its lease. Marking it unread makes a dead\nor delayed submission claimable again.\n\nMarking it spam or trash cancels its deliveries that were not attempted yet, except those to\nwebhooks with `trigger_when_spam`. When it is neither spam nor trash again, deliveries from\nthe last 7 days are restored: the canceled ones, and those that were withheld because it\narrived as spam. Each is sent once, and only to webhooks that are enabled.\n\nEach `spam` value, repeated or not, trains the account's spam classifier.\n\n`tags` replaces all tags; to add or remove some, use the bulk operation.\n",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     },
     {
      "name": "uid",
      "in": "query",
      "description": "The `uid` that the submission must have. If the id belongs to another submission, because an older backup was restored, nothing is changed and the response is 404.",
      "schema": {
       "type": "string",
       "maxLength": 64
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SubmissionPatch"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The submission after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Submission"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "delete": {
    "operationId": "deleteSubmission",
    "tags": [
     "submissions"
    ],
    "summary": "Delete a submission and its files permanently",
    "description": "Also deletes its delivery log and cancels its queued deliveries. A form API key needs `can_delete`.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "responses": {
     "200": {
      "description": "The submission as it was before deletion.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Submission"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/bulk": {
   "post": {
    "operationId": "bulkUpdateSubmissions",
    "tags": [
     "submissions"
    ],
    "summary": "Mark or tag up to 1,000 submissions",
    "description": "Applies the change to all of them in one transaction, with the effects of PATCH on each. If one of them would have more than 30 tags, the response is 422 and nothing is changed. A duplicate id counts once. An id that does not exist or is not accessible with this key gets the status `not_found`; if that holds for every id, the response is 404.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/BulkUpdate"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "One result per submission.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/BulkResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/undo": {
   "post": {
    "operationId": "undoSubmissions",
    "tags": [
     "submissions"
    ],
    "summary": "Undo a bulk change of marks",
    "description": "Gives submissions the marks that they had before the requests to `POST /submissions/bulk` with this `undo`, with the effects of PATCH on each. A submission that was deleted, or whose marks somebody changed since, is left as it is. Works for some seconds at a time: repeat the request while `remaining` is not 0. Needs an account API key.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/Undo"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "What came of it so far.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/UndoResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/claim": {
   "post": {
    "operationId": "claimSubmissions",
    "tags": [
     "submissions"
    ],
    "summary": "Lease submissions to a consumer",
    "description": "Leases the oldest unread submissions that are not leased, delayed or dead, and increases\ntheir `claim_count` by 1. Two consumers never hold the same submission at the same time.\n\nLeased submissions still appear in lists. Marking one read, with or without the token,\nremoves it from the queue. A lease that is not extended expires at `lease_expires_at`; then\nthe submission can be claimed again.\n",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/Claim"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The new lease; `submissions` is empty if nothing can be claimed.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ClaimResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/release": {
   "post": {
    "operationId": "releaseSubmissions",
    "tags": [
     "submissions"
    ],
    "summary": "Release leased submissions",
    "description": "Ends the lease of each given submission that the token still holds, so that it can be\nclaimed again at once.\n\nWith `retry_after_seconds` it can be claimed again only after that delay. With `dead` it\ncannot be claimed until it is marked unread (`{\"read\": false}`), which also ends a delay.\n\n409 if the token holds none of them: the lease has expired, or they were marked read or\nalready released.\n",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/Release"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "One result per submission.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ReleaseResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/extend": {
   "post": {
    "operationId": "extendSubmissionLeases",
    "tags": [
     "submissions"
    ],
    "summary": "Extend leases",
    "description": "Leases last `lease_seconds` from now, for those of `submission_ids` that the token still holds, or for all that it holds if `submission_ids` is absent. The response lists the submissions that are still leased; 409 if there are none.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/Extend"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The extended lease.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ClaimResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/refire_webhooks": {
   "post": {
    "operationId": "bulkRefireWebhooks",
    "tags": [
     "submissions"
    ],
    "summary": "Send up to 1,000 submissions to their webhooks again",
    "description": "Queues a delivery to every enabled webhook of each submission's form, for spam too. A duplicate id counts once. A delivery to the same webhook that is still queued is canceled (reason `superseded`). An id that does not exist or is not accessible with this key gets the status `not_found`; if that holds for every id, the response is 404.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/BulkRefire"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "One result per submission.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/BulkRefireResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/{id}/refire_webhooks": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "post": {
    "operationId": "refireSubmissionWebhooks",
    "tags": [
     "submissions"
    ],
    "summary": "Send a submission to its webhooks again",
    "description": "Queues a delivery to every enabled webhook of the form, for spam too. A delivery to the same webhook that is still queued is canceled (reason `superseded`). Each request without an idempotency key queues new deliveries.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "responses": {
     "200": {
      "description": "The queued deliveries.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RefireResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/{id}/notes": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "listNotes",
    "tags": [
     "submissions"
    ],
    "summary": "List the notes about a submission",
    "description": "The oldest first. Needs an account key.",
    "responses": {
     "200": {
      "description": "The notes.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/NoteList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "post": {
    "operationId": "createNote",
    "tags": [
     "submissions"
    ],
    "summary": "Write a note about a submission",
    "description": "Needs an account key. Emits `submission.updated`, as a change and a deletion do. A submission has at most 200 notes.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/NoteInput"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The note.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/{id}/replies": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "listReplies",
    "tags": [
     "submissions"
    ],
    "summary": "List the replies to a submission",
    "description": "The oldest first, with what became of each. Needs an account key.",
    "responses": {
     "200": {
      "description": "The replies.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ReplyList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "post": {
    "operationId": "createReply",
    "tags": [
     "submissions"
    ],
    "summary": "Reply to a submission by e-mail",
    "description": "Queues an e-mail to the submission's own address, with the submission quoted below the text. Answers to it go to the form's `autoreply_email`, or else to the sign-in address of the user, or of the account. Mail programs show it in one thread with earlier replies and the automatic answer. Emits `submission.updated`, and again when it is sent or fails. 409 if the submission is spam, in the trash, or without a usable address, if its address is suppressed, or if e-mail is not set up. 429 also beyond `INTRAY_MAIL_ANSWERS_PER_DAY`, which counts replies and automatic answers. A submission has at most 200 replies. Needs an account key.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ReplyInput"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The reply, queued.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Reply"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/{id}/replies/preview": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "post": {
    "operationId": "previewReply",
    "x-key-scope": "read",
    "tags": [
     "submissions"
    ],
    "summary": "Show a reply before it is sent",
    "description": "Renders the reply, and sends and stores nothing. Needs an account key.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ReplyInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The reply as it would be sent.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ReplyPreview"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/reply_templates": {
   "get": {
    "operationId": "listReplyTemplates",
    "tags": [
     "submissions"
    ],
    "summary": "List the templates of replies",
    "description": "By name. With `form_id`, those for that form and those for every form. Needs an account key.",
    "parameters": [
     {
      "$ref": "#/components/parameters/FormIdQuery"
     }
    ],
    "responses": {
     "200": {
      "description": "The templates.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ReplyTemplateList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "post": {
    "operationId": "createReplyTemplate",
    "tags": [
     "submissions"
    ],
    "summary": "Create a template of replies",
    "description": "An account has at most 200 of them. Names are unique for each form, in any letter case. Needs an account key.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ReplyTemplateInput"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new template.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ReplyTemplate"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/reply_templates/{id}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "patch": {
    "operationId": "updateReplyTemplate",
    "tags": [
     "submissions"
    ],
    "summary": "Change a template of replies",
    "description": "Changes the members that are given. Needs an account key.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ReplyTemplateChange"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The template after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ReplyTemplate"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "delete": {
    "operationId": "deleteReplyTemplate",
    "tags": [
     "submissions"
    ],
    "summary": "Delete a template of replies",
    "description": "Replies that were written with it stay. Needs an account key.",
    "responses": {
     "200": {
      "description": "The template as it was before deletion.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ReplyTemplate"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/notes/{id}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "patch": {
    "operationId": "updateNote",
    "tags": [
     "submissions"
    ],
    "summary": "Change a note",
    "description": "Needs the account key that wrote it.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/NoteInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The note after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "delete": {
    "operationId": "deleteNote",
    "tags": [
     "submissions"
    ],
    "summary": "Delete a note",
    "description": "Needs the account key that wrote it.",
    "responses": {
     "200": {
      "description": "The note as it was before deletion.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/submissions/{id}/webhook_logs": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "listSubmissionWebhookLogs",
    "tags": [
     "logs"
    ],
    "summary": "List a submission's deliveries",
    "description": "Newest first.",
    "parameters": [
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of deliveries.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/WebhookLogList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/webhook_logs": {
   "get": {
    "operationId": "listWebhookLogs",
    "tags": [
     "logs"
    ],
    "summary": "List deliveries",
    "description": "Newest first. All filters are combined with AND.",
    "parameters": [
     {
      "$ref": "#/components/parameters/FormIdQuery"
     },
     {
      "name": "webhook_id",
      "in": "query",
      "description": "Only deliveries to this webhook.",
      "schema": {
       "$ref": "#/components/schemas/Id"
      }
     },
     {
      "name": "state",
      "in": "query",
      "description": "Only deliveries in this state.",
      "schema": {
       "$ref": "#/components/schemas/DeliveryState"
      }
     },
     {
      "$ref": "#/components/parameters/CreatedAfter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of deliveries.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/WebhookLogList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/webhook_logs/{id}/body": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "getWebhookLogBody",
    "tags": [
     "logs"
    ],
    "summary": "Download the request body of a delivery",
    "description": "404 until the first attempt has rendered the body, and again after it was pruned (`INTRAY_LOG_DAYS`, 30 days by default, after the delivery finished).",
    "responses": {
     "200": {
      "description": "The body, with the Content-Type that it was sent with.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {}
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/webhook_logs/{id}/refire": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "post": {
    "operationId": "refireWebhookLog",
    "tags": [
     "logs"
    ],
    "summary": "Send one delivery again",
    "description": "Queues a new delivery of the same submission to the same webhook. 409 if the webhook is disabled or deleted, or if the entry was a test.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "responses": {
     "200": {
      "description": "The queued delivery.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RefireResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/deliveries": {
   "get": {
    "operationId": "listDeliveries",
    "tags": [
     "logs"
    ],
    "summary": "List deliveries of every kind",
    "description": "Deliveries to webhooks and to e-mail recipients, newest first. All filters are combined with AND. An API key of a form lists those to the webhooks of its form.",
    "parameters": [
     {
      "$ref": "#/components/parameters/FormIdQuery"
     },
     {
      "name": "submission_id",
      "in": "query",
      "description": "Only deliveries of this submission.",
      "schema": {
       "$ref": "#/components/schemas/Id"
      }
     },
     {
      "name": "kind",
      "in": "query",
      "description": "Only deliveries to destinations of this kind.",
      "schema": {
       "$ref": "#/components/schemas/DestinationKind"
      }
     },
     {
      "name": "destination_id",
      "in": "query",
      "description": "Only deliveries to this destination. For a webhook it is the id of the webhook.",
      "schema": {
       "$ref": "#/components/schemas/Id"
      }
     },
     {
      "name": "state",
      "in": "query",
      "description": "Only deliveries in this state.",
      "schema": {
       "$ref": "#/components/schemas/DeliveryState"
      }
     },
     {
      "$ref": "#/components/parameters/CreatedAfter"
     },
     {
      "name": "created_before",
      "in": "query",
      "description": "Only deliveries queued before this time (exclusive): an ISO 8601 date or date-time. UTC if it has no offset.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "http_status",
      "in": "query",
      "description": "Only deliveries whose last attempt was answered like this.",
      "schema": {
       "$ref": "#/components/schemas/AnswerStatus"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of deliveries.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DeliveryList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/deliveries/send": {
   "post": {
    "operationId": "sendDeliveries",
    "tags": [
     "logs"
    ],
    "summary": "Send waiting and failed deliveries now",
    "description": "For the morning after a receiver was down. Deliveries in the states `queued` and `retrying` are attempted now instead of at their next time; they keep their attempts, their bytes and their `webhook-id`, and the attempt counts. Deliveries to webhooks in the states `exhausted`, `blocked`, `canceled` and `skipped` are queued again as new ones, as by a re-fire; failed e-mails are left out. What the receiver has already accepted is left out, unless `include_delivered` is true. Attempts in progress go on. A receiver that hangs gets one delivery at a time until it responds.\n\nOne request sends a batch of about 500, the oldest first, and answers with `next_cursor` while more may match. To send all, repeat the request with that cursor until it is null. With `dry_run` the same requests only count. Deliveries that are queued after the first request do not take part.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DeliverySend"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "What was sent, and what was left out.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DeliverySendResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/deliveries/progress": {
   "get": {
    "operationId": "getSendingProgress",
    "tags": [
     "logs"
    ],
    "summary": "Follow deliveries that are sent now",
    "description": "What has become of deliveries since a time, usually the `started_at` of a request that sent them, and what is open now.",
    "parameters": [
     {
      "name": "since",
      "in": "query",
      "required": true,
      "description": "Counts deliveries that ended at this time or later: an ISO 8601 date or date-time. UTC if it has no offset.",
      "schema": {
       "type": "string"
      }
     },
     {
      "$ref": "#/components/parameters/FormIdQuery"
     },
     {
      "name": "submission_id",
      "in": "query",
      "description": "Only deliveries of this submission.",
      "schema": {
       "$ref": "#/components/schemas/Id"
      }
     },
     {
      "name": "kind",
      "in": "query",
      "description": "Only deliveries to destinations of this kind.",
      "schema": {
       "$ref": "#/components/schemas/DestinationKind"
      }
     },
     {
      "name": "destination_id",
      "in": "query",
      "description": "Only deliveries to this destination. For a webhook it is the id of the webhook.",
      "schema": {
       "$ref": "#/components/schemas/Id"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "Numbers of deliveries.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SendingProgress"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/deliveries/stop": {
   "post": {
    "operationId": "stopSendingDeliveries",
    "tags": [
     "logs"
    ],
    "summary": "Stop sending deliveries now",
    "description": "Takes back deliveries that became due since a time, usually the `started_at` of the request that sent them, and were not attempted since: a retry waits again for its usual delay, and a delivery that was queued again is canceled (reason `stopped`). Attempts in progress go on.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/DeliveryStop"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "How many deliveries were taken back.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DeliveryStopResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/deliveries/{id}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "getDelivery",
    "tags": [
     "logs"
    ],
    "summary": "Get one delivery of any kind",
    "description": "An API key of a form gets those to the webhooks of its form.",
    "responses": {
     "200": {
      "description": "The delivery with its attempts.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Delivery"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/deliveries/{id}/body": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "getDeliveryBody",
    "tags": [
     "logs"
    ],
    "summary": "Download what a delivery has sent",
    "description": "The request body of a webhook's delivery, or the whole message of an e-mail (RFC 5322). 404 until the first attempt has rendered it, and again after it was pruned (`INTRAY_LOG_DAYS`, 30 days by default, after the delivery finished). 404 for a request to confirm an address (trigger `confirmation`), since only its recipient may see the link in it.",
    "responses": {
     "200": {
      "description": "The body, with the Content-Type that it was sent with.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {}
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/deliveries/{id}/refire": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "post": {
    "operationId": "refireDelivery",
    "tags": [
     "logs"
    ],
    "summary": "Send one delivery of any kind again",
    "description": "Queues a new delivery of the same submission to the same destination, with the same bytes. 409 if the destination is disabled, deleted or unsubscribed, if this server is not set up to send to it, or if the delivery has no submission, such as a test or a digest.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "responses": {
     "200": {
      "description": "The queued delivery.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DeliveryRefireResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/forms/{form_id}/submissions": {
   "parameters": [
    {
     "$ref": "#/components/parameters/FormRef"
    }
   ],
   "get": {
    "operationId": "listFormSubmissions",
    "tags": [
     "submissions"
    ],
    "summary": "List a form's submissions, oldest first",
    "description": "Neither spam nor trash. Without `page`, `per_page` and `cursor` the response is the whole list, streamed. With one of them it is one page, and the header `Link` (`rel=\"next\"`) has the URL of the next page, if there is one.",
    "parameters": [
     {
      "$ref": "#/components/parameters/CreatedAfter"
     },
     {
      "$ref": "#/components/parameters/Include"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "An array of submissions.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Submission"
         }
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/forms": {
   "get": {
    "operationId": "listForms",
    "tags": [
     "forms"
    ],
    "summary": "List forms",
    "description": "Oldest first. Needs an account API key.",
    "parameters": [
     {
      "name": "query",
      "in": "query",
      "description": "Only forms whose name contains this text, in any letter case, or whose `id`, `uuid` or `project_id` it is. The form whose `id`, `uuid` or whole name it is comes first.",
      "schema": {
       "type": "string",
       "maxLength": 200
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of forms.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FormList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "post": {
    "operationId": "createForm",
    "tags": [
     "forms"
    ],
    "summary": "Create a form",
    "description": "Needs an account API key. `name` is required; omitted members get their default.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/FormInput"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new form.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Form"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/forms/{form_id}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/FormRef"
    }
   ],
   "get": {
    "operationId": "getForm",
    "tags": [
     "forms"
    ],
    "summary": "Read a form",
    "description": "A form API key can read its own form, without its webhooks.",
    "responses": {
     "200": {
      "description": "The form.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "description": "As for other operations; absent for a form API key, which cannot change the form.",
        "schema": {
         "type": "string"
        }
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Form"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "put": {
    "operationId": "replaceForm",
    "tags": [
     "forms"
    ],
    "summary": "Change a form (same as PATCH)",
    "description": "Needs an account API key. Changes only the members sent. Members of the record that cannot be set may be repeated: those that change by themselves, such as counts, times and pending addresses, with any value of their type; another value of the others is rejected with 422.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/FormInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The form after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Form"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "patch": {
    "operationId": "updateForm",
    "tags": [
     "forms"
    ],
    "summary": "Change a form",
    "description": "Needs an account API key. Changes only the members sent. Members of the record that cannot be set may be repeated: those that change by themselves, such as counts, times and pending addresses, with any value of their type; another value of the others is rejected with 422.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/FormInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The form after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Form"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "delete": {
    "operationId": "deleteForm",
    "tags": [
     "forms"
    ],
    "summary": "Delete a form",
    "description": "Needs an account API key. The form, its submissions, files, deliveries, webhooks and API keys are inaccessible at once; the stored data is deleted in the background.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "responses": {
     "200": {
      "description": "The form as it was before deletion.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Form"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/forms/{form_id}/queue_consumer": {
   "parameters": [
    {
     "$ref": "#/components/parameters/FormRef"
    }
   ],
   "delete": {
    "operationId": "forgetQueueConsumer",
    "tags": [
     "forms"
    ],
    "summary": "Forget the program that works on the queue of a form",
    "description": "Needs an account API key. Sets `queue_consumer` to null, so that `opening_marks_read` has effect again. A program that works on all forms of the account is forgotten for all of them. One that still works on the queue is recorded again.",
    "responses": {
     "200": {
      "description": "The form.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Form"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/forms/{form_id}/recipients": {
   "parameters": [
    {
     "$ref": "#/components/parameters/FormRef"
    }
   ],
   "get": {
    "operationId": "listRecipients",
    "tags": [
     "forms"
    ],
    "summary": "List the recipients of a form's e-mails",
    "description": "Needs an account API key. Also lists the suppressed addresses of the account.",
    "responses": {
     "200": {
      "description": "The recipients, and the suppressed addresses.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RecipientList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/forms/{form_id}/recipients/confirm": {
   "parameters": [
    {
     "$ref": "#/components/parameters/FormRef"
    }
   ],
   "post": {
    "operationId": "sendConfirmation",
    "tags": [
     "forms"
    ],
    "summary": "Send the confirmation again",
    "description": "Needs an account API key. Sends the message with the confirmation link once more to a recipient of the form that is `waiting`; 409 if it is not. At most once an hour for an address: 429 with `Retry-After` before.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/RecipientInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The recipients, and the suppressed addresses.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RecipientList"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/forms/{form_id}/recipients/release": {
   "parameters": [
    {
     "$ref": "#/components/parameters/FormRef"
    }
   ],
   "post": {
    "operationId": "releaseRecipient",
    "tags": [
     "forms"
    ],
    "summary": "Release a suppressed address",
    "description": "Needs an account API key. E-mails to the address are sent again, also by the other forms of the account. 409 if the address is not suppressed.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/RecipientInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The recipients, and the suppressed addresses.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RecipientList"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/forms/{form_id}/email_preview": {
   "parameters": [
    {
     "$ref": "#/components/parameters/FormRef"
    }
   ],
   "post": {
    "operationId": "previewFormEmail",
    "x-key-scope": "read",
    "tags": [
     "forms"
    ],
    "summary": "Render an e-mail without sending it",
    "description": "Needs an account API key. Renders the notification of a submission or the automatic answer to it, with the settings of the form or with those given. Nothing is stored.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/EmailPreviewInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The rendered e-mail.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/EmailPreview"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/forms/{form_id}/test_email": {
   "parameters": [
    {
     "$ref": "#/components/parameters/FormRef"
    }
   ],
   "post": {
    "operationId": "sendTestEmail",
    "tags": [
     "forms"
    ],
    "summary": "Send an e-mail to oneself",
    "description": "Needs an account API key. Sends what the same request to `email_preview` renders, once and without retries, to the oldest sign-in address of the account; from the dashboard, to that of the signed-in user. The response waits for the SMTP relay and has its answer; at most five a minute. 409 if e-mail is not set up, or if there is no sign-in address.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/EmailPreviewInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "What the relay answered.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TestEmail"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/projects": {
   "get": {
    "operationId": "listProjects",
    "tags": [
     "projects"
    ],
    "summary": "List projects",
    "description": "Oldest first. Needs an account API key.",
    "parameters": [
     {
      "name": "query",
      "in": "query",
      "description": "Only projects whose name contains this text, in any letter case, or whose `id` it is. The project whose `id` or whole name it is comes first.",
      "schema": {
       "type": "string",
       "maxLength": 200
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of projects.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ProjectList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "post": {
    "operationId": "createProject",
    "tags": [
     "projects"
    ],
    "summary": "Create a project",
    "description": "Needs an account API key. `name` is required.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ProjectInput"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new project.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Project"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/projects/{id}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "getProject",
    "tags": [
     "projects"
    ],
    "summary": "Read a project",
    "responses": {
     "200": {
      "description": "The project.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Project"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "put": {
    "operationId": "replaceProject",
    "tags": [
     "projects"
    ],
    "summary": "Change a project (same as PATCH)",
    "description": "Changes only the members sent.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ProjectInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The project after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Project"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "patch": {
    "operationId": "updateProject",
    "tags": [
     "projects"
    ],
    "summary": "Change a project",
    "description": "Changes only the members sent.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ProjectInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The project after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Project"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "delete": {
    "operationId": "deleteProject",
    "tags": [
     "projects"
    ],
    "summary": "Delete a project",
    "description": "Its forms move to the first of the other projects. 409 for the last project of the account.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "responses": {
     "200": {
      "description": "The project as it was before deletion.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Project"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/form_views": {
   "get": {
    "operationId": "listFormViews",
    "tags": [
     "forms"
    ],
    "summary": "List the pages of forms",
    "description": "The hosted pages that show a form, one for each form with field rules, oldest form first. They are changed by the settings `fields` and `form_view_enabled` of the form. Needs an account API key.",
    "parameters": [
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of the list.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FormViewList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/domains": {
   "get": {
    "operationId": "listDomains",
    "tags": [
     "account"
    ],
    "summary": "List the hosts of the server",
    "description": "The host of `INTRAY_PUBLIC_URL`, then those of `INTRAY_ALLOWED_HOSTS`. They are changed by these settings of the server. Needs an account API key.",
    "parameters": [
     {
      "name": "query",
      "in": "query",
      "description": "Only hosts whose name contains this text, in any letter case.",
      "schema": {
       "type": "string",
       "maxLength": 200
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of hosts.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DomainList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/form_webhooks": {
   "get": {
    "operationId": "listFormWebhooks",
    "tags": [
     "webhooks"
    ],
    "summary": "List webhooks",
    "description": "Oldest first. Needs an account API key.",
    "parameters": [
     {
      "$ref": "#/components/parameters/FormIdQuery"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of webhooks.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FormWebhookList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "post": {
    "operationId": "createFormWebhook",
    "tags": [
     "webhooks"
    ],
    "summary": "Create a webhook",
    "description": "Needs an account API key. `form_id` and `url` are required; omitted members get their default. The server generates the signing secret.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/FormWebhookInput"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new webhook.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FormWebhook"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/form_webhooks/{id}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "getFormWebhook",
    "tags": [
     "webhooks"
    ],
    "summary": "Read a webhook",
    "responses": {
     "200": {
      "description": "The webhook.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FormWebhook"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "put": {
    "operationId": "replaceFormWebhook",
    "tags": [
     "webhooks"
    ],
    "summary": "Change a webhook (same as PATCH)",
    "description": "Changes only the members sent. A webhook cannot move to another form (422).",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/FormWebhookInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The webhook after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FormWebhook"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "patch": {
    "operationId": "updateFormWebhook",
    "tags": [
     "webhooks"
    ],
    "summary": "Change a webhook",
    "description": "Changes only the members sent. A webhook cannot move to another form (422). Enabling a disabled webhook resets `disabled_reason` and `failure_count`.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/FormWebhookInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The webhook after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FormWebhook"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "delete": {
    "operationId": "deleteFormWebhook",
    "tags": [
     "webhooks"
    ],
    "summary": "Delete a webhook",
    "description": "Its log stays readable. Its queued deliveries are canceled when they come due (reason `webhook_deleted`).",
    "parameters": [
     {
      "$ref": "#/components/parameters/IfMatch"
     }
    ],
    "responses": {
     "200": {
      "description": "The webhook as it was before deletion.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FormWebhook"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/form_webhooks/{id}/signing_secret": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "getSigningSecret",
    "x-key-scope": "write",
    "tags": [
     "webhooks"
    ],
    "summary": "Reveal the signing secret",
    "description": "Each request is recorded in the audit log.",
    "responses": {
     "200": {
      "description": "The current secret, and the next one if a rotation is staged.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SigningSecret"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/form_webhooks/{id}/regenerate_secret": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "post": {
    "operationId": "regenerateSecret",
    "tags": [
     "webhooks"
    ],
    "summary": "Replace the signing secret, at once or by rotation",
    "description": "Without `stage` and `activate`, a new secret replaces the current one from the next attempt\non, retries included.\n\nFor a rotation without rejected deliveries, send `{\"stage\": true}` first: it returns the\nnext secret while the current one keeps signing. Give the next secret to the receiver, then\nsend `{\"activate\": true}`: the next secret becomes the current one. For 24 hours\n`webhook-signature` has signatures of both; `X-Service-Signature` has the current one only.\n\n`stage` again replaces the staged secret. `activate` without a staged secret is 409.\n",
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/RegenerateSecret"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The current secret, and the next one if a rotation is staged.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SigningSecret"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/form_webhooks/{id}/test": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "post": {
    "operationId": "testFormWebhook",
    "tags": [
     "webhooks"
    ],
    "summary": "Send a test delivery",
    "description": "Queues one delivery with the webhook's current settings, trigger `test`, attempted once and never retried. It sends the form's newest submission that is neither spam nor trash, or a sample if there is none. 409 if the webhook is disabled.",
    "responses": {
     "200": {
      "description": "The queued delivery.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RefireResult"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/form_webhooks/{id}/refire_failed": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "post": {
    "operationId": "refireFailedDeliveries",
    "tags": [
     "webhooks"
    ],
    "summary": "Send failed deliveries again",
    "description": "Queues every submission whose last delivery to this webhook ended `exhausted`, `blocked`, `canceled` or `skipped` at `since` or later. Tests, and deliveries canceled because the submission was marked spam or trash, are left out. The response lists the first 100 new deliveries; `message` has the total. 409 if the webhook is disabled.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/RefireFailed"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The first 100 queued deliveries.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RefireResult"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/form_webhooks/preview": {
   "post": {
    "operationId": "previewFormWebhook",
    "x-key-scope": "read",
    "tags": [
     "webhooks"
    ],
    "summary": "Render a payload without sending it",
    "description": "Renders the given submission, or a sample if `submission_id` is absent. Nothing is stored.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/PreviewInput"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The rendered payload.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Preview"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/attachments/{id}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "get": {
    "operationId": "getAttachment",
    "tags": [
     "attachments"
    ],
    "summary": "Download a file",
    "description": "Supports `Range` (one range), `If-Range` and `If-None-Match`. Always sent as a download (`Content-Disposition: attachment`).",
    "responses": {
     "200": {
      "description": "The whole file.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "206": {
      "description": "The requested range of the file.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "304": {
      "description": "The file matches `If-None-Match`."
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "416": {
      "description": "The range is outside the file."
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/attachments/{token}/public": {
   "parameters": [
    {
     "name": "token",
     "in": "path",
     "required": true,
     "description": "The random token of the file's `public_url`.",
     "schema": {
      "type": "string"
     }
    }
   ],
   "get": {
    "operationId": "getPublicAttachment",
    "tags": [
     "attachments"
    ],
    "summary": "Download a file by its public link",
    "description": "The link works until the file's submission is deleted. Supports `Range` (one range), `If-Range` and `If-None-Match`.",
    "security": [],
    "responses": {
     "200": {
      "description": "The whole file.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "206": {
      "description": "The requested range of the file.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "304": {
      "description": "The file matches `If-None-Match`."
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "416": {
      "description": "The range is outside the file."
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/api_keys": {
   "get": {
    "operationId": "listApiKeys",
    "tags": [
     "keys"
    ],
    "summary": "List API keys",
    "description": "Needs an account API key.",
    "parameters": [
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Cursor"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of API keys.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApiKeyList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "post": {
    "operationId": "createApiKey",
    "tags": [
     "keys"
    ],
    "summary": "Create an API key",
    "description": "Needs an account API key. `kind` is required, and `form_id` for a form API key. Only this response has the text of the key; the server stores a hash of it. Without `scope` and `expires_at` the key may do everything and never expires.",
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ApiKeyInput"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new API key with its text.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApiKeyWithText"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/api_keys/{id}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Id"
    }
   ],
   "delete": {
    "operationId": "deleteApiKey",
    "tags": [
     "keys"
    ],
    "summary": "Revoke an API key",
    "description": "Needs an account API key. The key stops working at once, and its event streams close.",
    "responses": {
     "200": {
      "description": "The revoked API key.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApiKey"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/me": {
   "get": {
    "operationId": "getMe",
    "tags": [
     "keys"
    ],
    "summary": "Describe the API key in use",
    "responses": {
     "200": {
      "description": "The API key's kind, form, name, scope, expiry and account.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Me"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/account": {
   "get": {
    "operationId": "getAccount",
    "tags": [
     "account"
    ],
    "summary": "Read the account's settings",
    "description": "Needs an account API key.",
    "responses": {
     "200": {
      "description": "The account.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Account"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   },
   "patch": {
    "operationId": "updateAccount",
    "tags": [
     "account"
    ],
    "summary": "Change the account's settings",
    "description": "Changes only the members sent. Needs an account API key.",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/AccountInput"
       }
      }
     }
    },
    "callbacks": {
     "alert": {
      "{$request.body#/alert_url}": {
       "post": {
        "summary": "Receive an alert",
        "security": [],
        "requestBody": {
         "required": true,
         "content": {
          "application/json": {
           "schema": {
            "$ref": "#/components/schemas/AlertMessage"
           }
          }
         }
        },
        "responses": {
         "410": {
          "description": "The URL takes no alerts any more and is disabled."
         },
         "2XX": {
          "description": "The alert was received."
         }
        }
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The account after the change.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Account"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/Malformed"
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "408": {
      "$ref": "#/components/responses/Timeout"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/account/alert_secret": {
   "get": {
    "operationId": "getAlertSecret",
    "x-key-scope": "write",
    "tags": [
     "account"
    ],
    "summary": "Reveal the signing secret of alerts",
    "description": "The secret that signs what is sent to `alert_url`, as the secret of a webhook does. To replace\nit, set `alert_url` to null and then to the URL again. Each request is recorded in the audit\nlog. Needs an account API key.\n",
    "responses": {
     "200": {
      "description": "The secret.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AlertSecret"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/alerts": {
   "get": {
    "operationId": "listAlerts",
    "tags": [
     "account"
    ],
    "summary": "List alerts",
    "description": "All open alerts, and the newest 50 resolved ones; the newest first. Needs an account API key.\n\nAn alert is raised when a webhook has failed for 15 minutes or is disabled by the server, when\na delivery has been due for 10 minutes, when the disk or the quota for files is nearly used\nup, and when e-mails cannot be sent. There is at most one open alert for each subject.\n",
    "responses": {
     "200": {
      "description": "The alerts.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AlertList"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/events": {
   "get": {
    "operationId": "streamEvents",
    "tags": [
     "server"
    ],
    "summary": "Stream events",
    "description": "Server-Sent Events. `submission.created`, `submission.updated` and `submission.deleted`\ncarry `{\"id\",\"form_id\"}`, a created one also its `uid`; `delivery.updated` carries\n`{\"id\",\"form_id\",\"submission_id\",\"webhook_id\",\"state\"}`, where `state` is the state in the\ndelivery log. No event carries field values.\n\n`delivery.updated` is sent after each attempt, when a delivery is canceled, and when a user\nqueues one by a re-fire, a test or a ham mark. When a new submission queues deliveries, only\n`submission.created` is sent. For a submission that is deleted before its event is read,\nonly `submission.deleted` is sent.\n\nA stream starts with the events from now on. To resume, send the last received `id` as\n`Last-Event-ID`: within 24 hours no event is missed, and some may be sent twice. For an\nolder or unknown id, also one from after a backup that was restored, the server sends the\nevent `reset`: reload what you keep, then continue\nreading. A comment is sent after 15 seconds without events. The stream ends when its API key\nis revoked and when the server stops. An API key can have 20 streams open, a server 200.\n",
    "parameters": [
     {
      "$ref": "#/components/parameters/FormIdQuery"
     },
     {
      "name": "Last-Event-ID",
      "in": "header",
      "description": "The `id` of the last event received. Absent, only new events are sent.",
      "schema": {
       "type": "string"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "A stream of events that ends when either side closes it.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "text/event-stream": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
     },
     "429": {
      "$ref": "#/components/responses/RateLimited"
     },
     "500": {
      "$ref": "#/components/responses/Internal"
     },
     "503": {
      "$ref": "#/components/responses/Unavailable"
     }
    }
   }
  },
  "/api/v1/openapi.json": {
   "get": {
    "operationId": "getOpenapi",
    "tags": [
     "server"
    ],
    "summary": "Get this OpenAPI document",
    "security": [],
    "responses": {
     "200": {
      "description": "This document as JSON.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "object",
         "additionalProperties": true
        }
       }
      }
     },
     "405": {
      "$ref": "#/components/responses/MethodNotAllowed"
     }
    }
   }
  },
  "/healthz": {
   "get": {
    "operationId": "getHealth",
    "tags": [
     "server"
    ],
    "summary": "Check that the process responds",
    "description": "Does not use the database.",
    "security": [],
    "responses": {
     "200": {
      "description": "The process responds.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Health"
        }
       }
      }
     },
     "405": {
      "$ref": "#/components/responses/MethodNotAllowed"
     }
    }
   }
  },
  "/readyz": {
   "get": {
    "operationId": "getReadiness",
    "tags": [
     "server"
    ],
    "summary": "Check that posts can be stored",
    "description": "Writes a row to the database, at most once a second, reads from it, and checks whether the server is stopping.",
    "security": [],
    "responses": {
     "200": {
      "description": "The server can store posts.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Health"
        }
       }
      }
     },
     "405": {
      "$ref": "#/components/responses/MethodNotAllowed"
     },
     "503": {
      "description": "The server cannot store posts: it is stopping, posts fail at the moment, or the database did not store and answer within 2 seconds.",
      "headers": {
       "Retry-After": {
        "$ref": "#/components/headers/RetryAfter"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Health"
        }
       }
      }
     }
    }
   }
  },
  "/metrics": {
   "get": {
    "operationId": "getMetrics",
    "tags": [
     "server"
    ],
    "summary": "Get Prometheus metrics",
    "description": "For requests with `INTRAY_METRICS_TOKEN` as bearer token. Without it only for requests from the server's own machine that did not pass a proxy and name a known host, while `INTRAY_PUBLIC_URL` is not set.",
    "security": [],
    "responses": {
     "200": {
      "description": "Metrics in the Prometheus text format.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "text/plain": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "400": {
      "description": "`Host` names a host that the server does not answer to; the error names the setting.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Problem"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "405": {
      "$ref": "#/components/responses/MethodNotAllowed"
     }
    }
   }
  },
  "/docs": {
   "get": {
    "operationId": "getDocs",
    "tags": [
     "server"
    ],
    "summary": "Get this reference as a web page",
    "security": [],
    "responses": {
     "200": {
      "description": "The HTML page.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/RequestId"
       }
      },
      "content": {
       "text/html": {
        "schema": {
         "type": "string"
        }
       }
      }
     },
     "304": {
      "description": "The page matches `If-None-Match`."
     },
     "405": {
      "$ref": "#/components/responses/MethodNotAllowed"
     }
    }
   }
  }
 },
 "components": {
  "securitySchemes": {
   "bearer": {
    "type": "http",
    "scheme": "bearer",
    "description": "The API key as bearer token: `Authorization: Bearer <key>`."
   },
   "token": {
    "type": "apiKey",
    "in": "header",
    "name": "Authorization",
    "description": "The API key as `Authorization: Token <key>`."
   },
   "apiToken": {
    "type": "apiKey",
    "in": "query",
    "name": "api_token",
    "description": "The API key as a query parameter, for clients that cannot set a header. Ignored if the request has an `Authorization` header."
   }
  },
  "headers": {
   "RequestId": {
    "description": "Identifies the request in the server log.",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "Authenticate": {
    "description": "The authentication scheme: `Bearer`.",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "ETag": {
    "description": "The version of the record, for `If-Match`. It changes with every member that PUT and PATCH can set, and not with counters, results of deliveries or times. A secret or the value of a header that is set again counts as changed.",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "Allow": {
    "description": "The methods that the path supports, separated by commas.",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "RetryAfter": {
    "description": "Seconds to wait before the next attempt.",
    "required": true,
    "schema": {
     "type": "integer",
     "minimum": 1
    }
   },
   "Location": {
    "description": "The URL that the browser opens next.",
    "required": true,
    "schema": {
     "type": "string"
    }
   }
  },
  "parameters": {
   "IfMatch": {
    "name": "If-Match",
    "in": "header",
    "description": "Only changes the record if it still has this version: the `ETag` of a response, with its quotation marks. Several are separated by commas; `*` matches any; weak ones (`W/\"…\"`) match nothing. Otherwise the response is 412. Without it, the last change wins.",
    "schema": {
     "type": "string"
    }
   },
   "IdempotencyKey": {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per account, or per form for a form API key. Repeating the same request with it does not run the request again: the first result is returned with the header `Idempotency-Replayed: true`, without the text of an API key. The same key with a different request is 409.",
    "schema": {
     "type": "string",
     "maxLength": 255
    }
   },
   "PostIdempotencyKey": {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Idempotency key: 1 to 255 printable ASCII characters, remembered for 24 hours per form. Repeating a post with the same key, fields and files stores nothing and returns the id of the first. The same key with different content is stored as a new submission.",
    "schema": {
     "type": "string",
     "maxLength": 255
    }
   },
   "Id": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The record's id.",
    "schema": {
     "$ref": "#/components/schemas/Id"
    }
   },
   "FormRef": {
    "name": "form_id",
    "in": "path",
    "required": true,
    "description": "The form's id or uuid.",
    "schema": {
     "$ref": "#/components/schemas/FormRef"
    }
   },
   "FormIdQuery": {
    "name": "form_id",
    "in": "query",
    "description": "Restrict to one form, by id or uuid. Default: every form that the key can access. An unknown form is 404 with an account API key; any other form is 403 with a form API key.",
    "schema": {
     "$ref": "#/components/schemas/FormRef"
    }
   },
   "Include": {
    "name": "include",
    "in": "query",
    "description": "What to include in each submission: `notes`, `replies` or both, separated by commas. Needs an account API key.",
    "style": "form",
    "explode": false,
    "schema": {
     "type": "array",
     "items": {
      "type": "string",
      "enum": [
       "notes",
       "replies"
      ]
     }
    }
   },
   "CreatedAfter": {
    "name": "created_after",
    "in": "query",
    "description": "Only records created after this time (exclusive): an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset.",
    "schema": {
     "type": "string"
    }
   },
   "Page": {
    "name": "page",
    "in": "query",
    "description": "Page number from 1. Default 1. A page after the last is empty. Not together with `cursor` (422).",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 1000000000
    }
   },
   "PerPage": {
    "name": "per_page",
    "in": "query",
    "description": "Records per page.",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "default": 100
    }
   },
   "Cursor": {
    "name": "cursor",
    "in": "query",
    "description": "Pagination cursor: `meta.next_cursor` of the previous page, unchanged. Valid only with the same filters (422 otherwise) and not together with `page`.",
    "schema": {
     "type": "string",
     "maxLength": 500
    }
   }
  },
  "responses": {
   "Malformed": {
    "description": "The body is not valid JSON, or the idempotency key or `If-Match` is invalid.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "Unauthenticated": {
    "description": "The API key is missing, malformed, unknown or revoked. With the code `key_expired`: it has expired, and the message says when.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     },
     "WWW-Authenticate": {
      "$ref": "#/components/headers/Authenticate"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "Forbidden": {
    "description": "The request is not allowed with this key: for example, a form API key used for another form or for an operation that needs an account API key. With the code `read_only_key`: the key has the scope `read`, and the operation needs the scope `write`.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "NotFound": {
    "description": "Not found, or not accessible with this key.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "MethodNotAllowed": {
    "description": "The path does not support this method; `Allow` lists the supported ones.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     },
     "Allow": {
      "$ref": "#/components/headers/Allow"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "Timeout": {
    "description": "The body did not arrive in time. Nothing was changed; send the request again.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     },
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "Conflict": {
    "description": "The request conflicts with the current state, or its idempotency key was used with a different request (`idempotency_key_reused`).",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "PreconditionFailed": {
    "description": "The record does not have the version in `If-Match`: it was changed since. Nothing was changed. `ETag` is its version now, and `errors` has the members that differ, with the code `changed`. Read the record again before the change is repeated.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     },
     "ETag": {
      "$ref": "#/components/headers/ETag"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "TooLarge": {
    "description": "The body is larger than 1 MiB.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "UnsupportedType": {
    "description": "The Content-Type is not `application/json`.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "Invalid": {
    "description": "A parameter or member has an invalid value; `errors` names it.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "RateLimited": {
    "description": "Too many requests with this key or with unknown keys, or too many open event streams. Retry after `Retry-After` seconds.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     },
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "Internal": {
    "description": "Internal server error. The server log has the details, by `request_id`.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "Unavailable": {
    "description": "The server is overloaded, stopping or without its storage. Retry after `Retry-After` seconds.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     },
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      }
     }
    }
   },
   "IntakeMalformed": {
    "description": "The body cannot be parsed or the idempotency key is invalid.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeForbidden": {
    "description": "The form's `allowed_domains` does not include the site that the post comes from.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeNotFound": {
    "description": "No form has this uuid or id.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeTimeout": {
    "description": "The post did not arrive in time (`INTRAY_BODY_SECONDS`, `INTRAY_MIN_BODY_RATE`). Nothing was stored; send it again.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     },
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeTooLarge": {
    "description": "The post exceeds a size limit; the error names the limit and its setting.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeUnsupportedType": {
    "description": "The Content-Type is not `application/x-www-form-urlencoded`, `multipart/form-data` or `application/json`.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeInvalid": {
    "description": "The post has neither a field nor a file, breaks a rule of the form's `fields`, or has no valid answer to the form's captcha; then it is stored as spam.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeRateLimited": {
    "description": "The IP address posted to this form more than ten times as often as `INTRAY_RATE_LIMIT` allows. Nothing was stored; retry after `Retry-After` seconds.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     },
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeInternal": {
    "description": "Internal server error. The server log has the details, by `request_id`.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeLoop": {
    "description": "The post is a delivery of this server that came back, or has passed too many Intray servers. Nothing was stored.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     }
    }
   },
   "IntakeQuotaExceeded": {
    "description": "The post has files, and those of the form or of the account have reached their quota (`INTRAY_FORM_FILE_QUOTA`, `INTRAY_ACCOUNT_FILE_QUOTA`). Nothing was stored. Posts without files are accepted.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeUnavailable": {
    "description": "The server is overloaded, stopping or short of disk space. Retry after `Retry-After` seconds.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/RequestId"
     },
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/PostProblem"
      }
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   }
  },
  "schemas": {
   "Id": {
    "type": "integer",
    "minimum": 1,
    "maximum": 9007199254740991,
    "description": "Record id: an integer from 1. Newer records have larger ids."
   },
   "FormRef": {
    "type": "string",
    "pattern": "^(?:[0-9a-f]{12}|[1-9][0-9]{0,15})$",
    "description": "A form's id or uuid."
   },
   "ErrorCode": {
    "type": "string",
    "description": "Machine-readable error code. HTTP status: 400 `malformed`, 401 `unauthenticated` and `key_expired`, 403 `forbidden` and `read_only_key`, 404 `not_found`, 405 `method_not_allowed`, 408 `timeout`, 409 `conflict` and `idempotency_key_reused`, 412 `precondition_failed`, 413 `too_large`, 415 `unsupported_type`, 422 `invalid` and `empty`, 429 `rate_limited`, 500 `internal`, 501 `not_implemented`, 503 `overloaded` and `draining`, 507 `quota_exceeded`, 508 `loop_detected`.",
    "enum": [
     "malformed",
     "unauthenticated",
     "key_expired",
     "forbidden",
     "read_only_key",
     "not_found",
     "method_not_allowed",
     "timeout",
     "conflict",
     "idempotency_key_reused",
     "precondition_failed",
     "too_large",
     "unsupported_type",
     "invalid",
     "empty",
     "rate_limited",
     "internal",
     "overloaded",
     "draining",
     "quota_exceeded",
     "not_implemented",
     "loop_detected"
    ]
   },
   "SubmissionOrder": {
    "type": "string",
    "description": "Sort order: by creation time or by e-mail address. Submissions without an e-mail address come first in `email_asc` and last in `email_desc`.",
    "enum": [
     "date_desc",
     "date_asc",
     "email_asc",
     "email_desc"
    ]
   },
   "DeliveryState": {
    "type": "string",
    "description": "`queued`: not attempted yet. `delivering`: an attempt is in progress. `retrying`: queued again after a failed attempt. `succeeded`: the receiver answered 2xx. `exhausted`: given up. `blocked`: the receiver's address is not allowed. `canceled`: withdrawn. `skipped`: the webhook was disabled when the submission arrived, or the recipient gets no e-mail; the reason says why.",
    "enum": [
     "queued",
     "delivering",
     "retrying",
     "succeeded",
     "exhausted",
     "blocked",
     "canceled",
     "skipped"
    ]
   },
   "DestinationKind": {
    "type": "string",
    "description": "What deliveries are sent to. `webhook`: a URL. `email`: an e-mail recipient.",
    "enum": [
     "webhook",
     "email"
    ]
   },
   "DeliveryCause": {
    "type": "string",
    "description": "Why the delivery was queued: as `DeliveryTrigger`, or without a submission. `digest`: several submissions together. `alert`: news about the account. `confirmation`: a request to confirm an e-mail address. `reply`: a person's reply to a submission.",
    "enum": [
     "intake",
     "ham",
     "refire",
     "refire_bulk",
     "refire_log",
     "test",
     "digest",
     "alert",
     "confirmation",
     "reply"
    ]
   },
   "DeliveryTrigger": {
    "type": "string",
    "description": "Why the delivery was queued. `intake`: a new submission. `ham`: the submission was marked ham. `refire`: the submission was sent again. `refire_bulk`: it was sent again together with others. `refire_log`: the log entry was sent again. `test`: a test delivery.",
    "enum": [
     "intake",
     "ham",
     "refire",
     "refire_bulk",
     "refire_log",
     "test"
    ]
   },
   "WebhookFormat": {
    "type": "string",
    "description": "Payload format. `json`: fields as top-level members, with `id` and `attachments`. `data_json`: the same under `data`. `form_urlencoded`: URL-encoded fields, arrays as `name[]`. `form_handler`: URL-encoded fields, arrays as repeated names. `customer_messaging`: fields and `submission_id` under `data`. `email_marketing`: `email` and the other fields under `fields`. `team_chat`: an Adaptive Card. `slack`: Block Kit blocks. `custom`: the webhook's template.",
    "enum": [
     "json",
     "data_json",
     "form_urlencoded",
     "customer_messaging",
     "team_chat",
     "email_marketing",
     "form_handler",
     "slack",
     "custom"
    ]
   },
   "FieldProblem": {
    "type": "object",
    "description": "One invalid or changed parameter or member.",
    "required": [
     "field",
     "code",
     "message"
    ],
    "properties": {
     "field": {
      "type": "string",
      "description": "Name of the parameter, or dotted path of the member."
     },
     "code": {
      "type": "string",
      "description": "Kind of problem."
     },
     "message": {
      "type": "string",
      "description": "One sentence about the problem."
     }
    }
   },
   "Problem": {
    "type": "object",
    "description": "Body of every error response.",
    "required": [
     "error",
     "code",
     "request_id"
    ],
    "properties": {
     "error": {
      "type": "string",
      "description": "One sentence for a person: what happened, to which thing, what to do."
     },
     "code": {
      "$ref": "#/components/schemas/ErrorCode"
     },
     "request_id": {
      "type": "string",
      "description": "Same as the header `X-Request-Id`."
     },
     "errors": {
      "type": "array",
      "description": "The invalid parameters or members, or those that were changed since the version in `If-Match`. Absent for other errors.",
      "items": {
       "$ref": "#/components/schemas/FieldProblem"
      }
     }
    }
   },
   "Health": {
    "type": "object",
    "description": "Health of the server.",
    "required": [
     "status"
    ],
    "properties": {
     "status": {
      "type": "string",
      "description": "`ok` from `/healthz`. From `/readyz`: `ready`, `draining`, `database unreachable`, or why the database does not store: `disk full`, `read only`, `disk error`, `out of handles`, `out of memory`, `too many connections`, `restarting`, `locked` or `too slow`.",
      "x-values": [
       "ok",
       "ready",
       "draining",
       "database unreachable",
       "disk full",
       "read only",
       "disk error",
       "out of handles",
       "out of memory",
       "too many connections",
       "restarting",
       "locked",
       "too slow"
      ]
     }
    }
   },
   "PostResult": {
    "type": "object",
    "description": "Result of a stored post. It has a member for each way in which scripts of other form services tell success.",
    "required": [
     "success",
     "ok",
     "status",
     "code",
     "id",
     "message",
     "next",
     "redirect_url"
    ],
    "properties": {
     "success": {
      "type": "boolean",
      "const": true,
      "description": "Always true."
     },
     "ok": {
      "type": "boolean",
      "const": true,
      "description": "Always true."
     },
     "status": {
      "type": "string",
      "const": "success",
      "description": "Always `success`."
     },
     "code": {
      "type": "integer",
      "const": 200,
      "description": "Always 200."
     },
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "message": {
      "type": "string",
      "description": "The form's `redirect_message`, or a thank-you message in the visitor's language."
     },
     "next": {
      "type": "string",
      "description": "The page to show next, `redirect_url` or the form's hosted thank-you page."
     },
     "redirect_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "The URL to open next. Null if neither the form nor the post names one."
     }
    }
   },
   "PostProblem": {
    "type": "object",
    "description": "Body of the response to a rejected post. Nothing was stored, unless it has an `id`.",
    "required": [
     "success",
     "ok",
     "status",
     "error",
     "message",
     "code",
     "errors",
     "request_id"
    ],
    "properties": {
     "success": {
      "type": "boolean",
      "const": false,
      "description": "Always false."
     },
     "ok": {
      "type": "boolean",
      "const": false,
      "description": "Always false."
     },
     "status": {
      "type": "string",
      "const": "error",
      "description": "Always `error`."
     },
     "error": {
      "type": "string",
      "description": "One sentence for the owner of the page: what happened, and what to do."
     },
     "message": {
      "type": "string",
      "description": "One sentence for the visitor, in the visitor's language."
     },
     "code": {
      "$ref": "#/components/schemas/ErrorCode"
     },
     "errors": {
      "type": "array",
      "minItems": 1,
      "items": {
       "$ref": "#/components/schemas/PostFieldProblem"
      }
     },
     "request_id": {
      "type": "string",
      "description": "Same as the header `X-Request-Id`."
     },
     "id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       }
      ],
      "description": "The submission, stored as spam since its captcha was not solved. Absent for other errors."
     },
     "captcha": {
      "type": "object",
      "description": "The captcha to solve before the post is sent again. Absent for other errors.",
      "required": [
       "provider",
       "site_key",
       "challenge_url"
      ],
      "properties": {
       "provider": {
        "type": "string",
        "enum": [
         "altcha",
         "turnstile",
         "hcaptcha",
         "recaptcha"
        ]
       },
       "site_key": {
        "type": [
         "string",
         "null"
        ],
        "description": "Public key for the provider's widget. Null for ALTCHA."
       },
       "challenge_url": {
        "type": [
         "string",
         "null"
        ],
        "description": "URL of a challenge of ALTCHA. Null for the others."
       }
      }
     }
    }
   },
   "PostFieldProblem": {
    "type": "object",
    "description": "What is wrong with a field of a post, or with the whole post.",
    "required": [
     "field",
     "code",
     "message"
    ],
    "properties": {
     "field": {
      "type": "string",
      "description": "Name of the field or of the file input. Empty if the whole post is wrong."
     },
     "code": {
      "type": "string",
      "description": "Kind of problem, in upper case and with the names that other form services use where they have one. Of a field: `FIELD_TOO_LONG`, `FILES_TOO_BIG`, and by the form's field rules `REQUIRED_FIELD_MISSING`, `REQUIRED_FIELD_EMPTY`, `TYPE_TEXT` (several values or a file), `TYPE_EMAIL`, `TYPE_URL`, `TYPE_NUMERIC`, `TYPE_DATE`, `TYPE_FILE`, `TOO_SHORT`, `TOO_LONG`, `VALUE_TOO_LOW`, `VALUE_TOO_HIGH`, `PATTERN_MISMATCH`, `OPTION_UNKNOWN`, `TOO_FEW_VALUES`, `TOO_MANY_VALUES`, `FILE_TYPE`, `TOO_FEW_FILES`, `TOO_MANY_FILES`. Of the whole post: `EMPTY`, `BLOCKED`, `FORM_NOT_FOUND`, `FILES_TOO_BIG`, `TOO_MANY_FILES`, `TOO_MANY_FIELDS`, `TOO_LARGE`; otherwise the `code` of the response in upper case. `CAPTCHA_REQUIRED` names the field of the captcha's answer."
     },
     "message": {
      "type": "string",
      "description": "One sentence for the visitor, in the visitor's language."
     }
    }
   },
   "NameValue": {
    "type": "object",
    "description": "A name and its value.",
    "required": [
     "name",
     "value"
    ],
    "properties": {
     "name": {
      "type": "string"
     },
     "value": {
      "type": "string"
     }
    }
   },
   "FormParam": {
    "type": "object",
    "description": "One field of a submission.",
    "required": [
     "name",
     "value"
    ],
    "properties": {
     "name": {
      "type": "string"
     },
     "value": {
      "$ref": "#/components/schemas/FieldValue"
     }
    }
   },
   "FieldValue": {
    "description": "A string, or an array of strings if the field was sent more than once.",
    "oneOf": [
     {
      "type": "string"
     },
     {
      "type": "array",
      "items": {
       "type": "string"
      }
     }
    ]
   },
   "LeadAgent": {
    "type": "object",
    "description": "Lead score. Every member is null while the score is pending. Spam is not scored until it is marked ham.",
    "required": [
     "score",
     "score_reasoning",
     "score_location_info"
    ],
    "properties": {
     "score": {
      "type": [
       "number",
       "null"
      ],
      "minimum": 0,
      "maximum": 100,
      "description": "0 (poor lead) to 100 (good lead)."
     },
     "score_reasoning": {
      "type": [
       "string",
       "null"
      ],
      "description": "Why the lead got this score."
     },
     "score_location_info": {
      "type": [
       "string",
       "null"
      ],
      "description": "Location of the sender. Null if unknown."
     }
    }
   },
   "Attachment": {
    "type": "object",
    "description": "A file that was uploaded with a submission.",
    "required": [
     "id",
     "name",
     "form_name",
     "content_type",
     "file_size",
     "sha256",
     "created_at",
     "attachment_proxy_url",
     "public_url"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "name": {
      "type": "string",
      "description": "File name as sent by the browser."
     },
     "form_name": {
      "type": "string",
      "description": "Name of the form's file input."
     },
     "content_type": {
      "type": "string",
      "description": "Content-Type as sent by the browser. Default `application/octet-stream`."
     },
     "file_size": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Size in bytes."
     },
     "sha256": {
      "type": "string",
      "description": "SHA-256 of the file's bytes, in hex. Also the file's `ETag`.",
      "pattern": "^[0-9a-f]{64}$"
     },
     "created_at": {
      "type": "string",
      "format": "date-time"
     },
     "attachment_proxy_url": {
      "type": "string",
      "description": "Absolute URL. Downloading from it needs an API key."
     },
     "public_url": {
      "type": "string",
      "description": "Absolute URL with a random token. Downloading from it needs no API key."
     }
    }
   },
   "FormName": {
    "type": "object",
    "description": "Name and uuid of the submission's form.",
    "required": [
     "name",
     "uuid"
    ],
    "properties": {
     "name": {
      "type": "string"
     },
     "uuid": {
      "type": "string"
     }
    }
   },
   "Submission": {
    "type": "object",
    "description": "A received post.",
    "required": [
     "id",
     "form_id",
     "form",
     "email",
     "payload_params",
     "form_params",
     "read",
     "spam",
     "trash",
     "seen_at",
     "spam_reason",
     "source_url",
     "source_host",
     "source_path",
     "source_fragment",
     "source_query",
     "ip",
     "referrer",
     "user_agent",
     "geocoded_country",
     "geocoded_region",
     "geocoded_city",
     "attachments",
     "claim_count",
     "webhook_sent_at",
     "created_at",
     "updated_at"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "uid": {
      "type": "string",
      "maxLength": 64,
      "description": "Identifies the submission for ever. Unlike `id`, it is never reused, also after an older backup is restored: store it, not `id`, to recognize a submission. Part of `webhook-id`. Submissions that version 0.1 stored have their `id` as text; its server sends none."
     },
     "form_id": {
      "$ref": "#/components/schemas/Id"
     },
     "form": {
      "$ref": "#/components/schemas/FormName"
     },
     "email": {
      "type": [
       "string",
       "null"
      ],
      "description": "Value of the first field named `email`, in any letter case, that looks like an e-mail address. Null if there is none."
     },
     "payload_params": {
      "type": "object",
      "additionalProperties": {
       "$ref": "#/components/schemas/FieldValue"
      },
      "description": "The fields by name."
     },
     "form_params": {
      "type": "array",
      "description": "The fields in the order received.",
      "items": {
       "$ref": "#/components/schemas/FormParam"
      }
     },
     "read": {
      "type": "boolean",
      "description": "True if marked read. Read submissions are not in the queue."
     },
     "spam": {
      "type": "boolean",
      "description": "True if classified or marked as spam."
     },
     "trash": {
      "type": "boolean",
      "description": "True if in the trash."
     },
     "seen_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "When a person first opened the submission in the dashboard, or a client set `seen`. Null if nobody did. Independent of `read`.",
      "format": "date-time"
     },
     "answered_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "When a person or a program first marked the submission read, or replied to it. Marking it unread keeps the time, undoing the mark does not. Null if nobody did, or only before version 0.2.",
      "format": "date-time"
     },
     "spam_reason": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the spam check with the highest weight, `duplicate`, or `marked` if a user marked it spam. Null for ham."
     },
     "spam_findings": {
      "type": "array",
      "description": "Findings of the spam checks. Absent for ham.",
      "items": {
       "$ref": "#/components/schemas/SpamFinding"
      }
     },
     "source_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL of the page that was submitted, from the field `_source_url` or the header `Referer`. Null if unknown."
     },
     "source_host": {
      "type": [
       "string",
       "null"
      ],
      "description": "Host of `source_url`. Null if unknown."
     },
     "source_path": {
      "type": [
       "string",
       "null"
      ],
      "description": "Path of `source_url`. Null if unknown."
     },
     "source_fragment": {
      "type": [
       "string",
       "null"
      ],
      "description": "Fragment of `source_url`, without `#`. Null if it has none."
     },
     "source_query": {
      "type": [
       "array",
       "null"
      ],
      "description": "Query parameters of `source_url`. Null if unknown.",
      "items": {
       "$ref": "#/components/schemas/NameValue"
      }
     },
     "ip": {
      "type": [
       "string",
       "null"
      ],
      "description": "IP address of the sender. Null if unknown."
     },
     "referrer": {
      "type": [
       "string",
       "null"
      ],
      "description": "The header `Referer`. Null if it was not sent."
     },
     "user_agent": {
      "type": [
       "string",
       "null"
      ],
      "description": "The header `User-Agent`. Null if it was not sent."
     },
     "geocoded_country": {
      "type": "string",
      "description": "Country by IP geolocation. `Unknown` if it is not known, or if the server has no database for it."
     },
     "geocoded_region": {
      "type": "string",
      "description": "Region by IP geolocation, or `Unknown`."
     },
     "geocoded_city": {
      "type": "string",
      "description": "City by IP geolocation, or `Unknown`."
     },
     "attachments": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Attachment"
      }
     },
     "tags": {
      "type": "array",
      "description": "Labels that people have put on it, in the order in which they were added. Servers before this member send none.",
      "items": {
       "type": "string"
      }
     },
     "claim_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "How often the submission was claimed."
     },
     "webhook_sent_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Time of the first successful webhook delivery. Null until then.",
      "format": "date-time"
     },
     "delivery_state": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/SubmissionDeliveryState"
       },
       {
        "type": "null"
       }
      ],
      "description": "Whether it reached its destinations. Null for some time after an upgrade, until the deliveries of older submissions are counted. Absent from servers of version 0.1 and 0.2."
     },
     "created_at": {
      "type": "string",
      "description": "When it was stored. A larger id never has an earlier time.",
      "format": "date-time"
     },
     "updated_at": {
      "type": "string",
      "description": "Time of the last mark, change of tags or lead score.",
      "format": "date-time"
     },
     "lead_agent": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/LeadAgent"
       },
       {
        "type": "null"
       }
      ],
      "description": "Lead score. Absent if the form does not score leads."
     },
     "claim": {
      "$ref": "#/components/schemas/SubmissionClaim"
     },
     "notes": {
      "type": "array",
      "description": "The notes about it, the oldest first. Only with `include=notes`.",
      "items": {
       "$ref": "#/components/schemas/Note"
      }
     },
     "replies": {
      "type": "array",
      "description": "The replies to it, the oldest first. Only with `include=replies`.",
      "items": {
       "$ref": "#/components/schemas/Reply"
      }
     }
    }
   },
   "QueueConsumer": {
    "type": "object",
    "description": "A program that works on the queue of a form. It is recorded once, when it first claims submissions, lists unread ones or marks one read with an API key.",
    "required": [
     "act",
     "name",
     "seen_at"
    ],
    "properties": {
     "act": {
      "type": "string",
      "description": "What it did: `claim`, `list` (the unread submissions) or `mark` (one as read).",
      "enum": [
       "claim",
       "list",
       "mark"
      ]
     },
     "name": {
      "type": "string",
      "description": "Name of the consumer that claimed, else of the API key."
     },
     "seen_at": {
      "type": "string",
      "format": "date-time",
      "description": "When it did that."
     }
    }
   },
   "Reply": {
    "type": "object",
    "description": "An e-mail that somebody of the account wrote to the submitter of a submission.",
    "required": [
     "id",
     "submission_id",
     "to",
     "reply_to",
     "subject",
     "text",
     "author",
     "author_kind",
     "state",
     "reason",
     "answer",
     "message_id",
     "delivery_id",
     "created_at",
     "finished_at"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "submission_id": {
      "$ref": "#/components/schemas/Id"
     },
     "to": {
      "type": "string",
      "description": "The submission's address."
     },
     "reply_to": {
      "type": "string",
      "description": "Where answers to the reply go."
     },
     "subject": {
      "type": "string"
     },
     "text": {
      "type": "string",
      "description": "Plain text as it was written, without the quoted submission."
     },
     "author": {
      "type": "string",
      "description": "Sign-in address of the user, or name of the API key, as it was when the reply was written."
     },
     "author_kind": {
      "type": "string",
      "description": "`user` of the dashboard, or API `key`.",
      "enum": [
       "user",
       "key"
      ]
     },
     "state": {
      "type": "string",
      "description": "`queued`: waits for its next attempt, or is being sent. `sent`: the mail server has accepted it. `failed`: it was refused for good, or given up.",
      "enum": [
       "queued",
       "sent",
       "failed"
      ]
     },
     "reason": {
      "type": [
       "string",
       "null"
      ],
      "description": "Why it failed, such as `smtp_550`. Null unless it failed."
     },
     "answer": {
      "type": [
       "string",
       "null"
      ],
      "description": "What the mail server said to the last attempt. Null before it."
     },
     "message_id": {
      "type": "string",
      "description": "The Message-ID of the e-mail, without angle brackets."
     },
     "delivery_id": {
      "$ref": "#/components/schemas/Id"
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When it was written."
     },
     "finished_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "When it was sent or failed. Null while it is queued."
     }
    }
   },
   "ReplyList": {
    "type": "object",
    "description": "The replies to a submission.",
    "required": [
     "replies"
    ],
    "properties": {
     "replies": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Reply"
      }
     }
    }
   },
   "ReplyInput": {
    "type": "object",
    "description": "What to write: `text`, or the template `template_id`. It may be wrapped in `reply`.",
    "properties": {
     "text": {
      "type": "string",
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "\\S"
     },
     "template_id": {
      "$ref": "#/components/schemas/Id"
     },
     "subject": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "pattern": "\\S",
      "description": "One line. By default `Re:` and the subject of the last e-mail of the thread."
     }
    }
   },
   "ReplyPreview": {
    "type": "object",
    "description": "A reply as it would be sent.",
    "required": [
     "from",
     "to",
     "reply_to",
     "subject",
     "text",
     "quoted",
     "sending_notice"
    ],
    "properties": {
     "from": {
      "type": "object",
      "description": "The sender. The address is null if e-mail is not set up.",
      "required": [
       "name",
       "address"
      ],
      "properties": {
       "name": {
        "type": "string"
       },
       "address": {
        "type": [
         "string",
         "null"
        ]
       }
      }
     },
     "to": {
      "type": "string",
      "description": "The submission's address."
     },
     "reply_to": {
      "type": "string",
      "description": "Where answers to the reply go."
     },
     "subject": {
      "type": "string"
     },
     "text": {
      "type": "string",
      "description": "Plain text; that of a template is rendered."
     },
     "quoted": {
      "type": "string",
      "description": "The submission as the e-mail quotes it below the text."
     },
     "sending_notice": {
      "type": [
       "string",
       "null"
      ],
      "description": "What to set before this server can send e-mails. Null if it can."
     }
    }
   },
   "ReplyTemplate": {
    "type": "object",
    "description": "A text for replies.",
    "required": [
     "id",
     "form_id",
     "name",
     "body",
     "created_at",
     "updated_at"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "form_id": {
      "type": [
       "integer",
       "null"
      ],
      "description": "The form that it is for. Null for every form."
     },
     "name": {
      "type": "string"
     },
     "body": {
      "type": "string",
      "description": "Plain text with the tags of payload templates, such as `{{form_name}}` and `{{field \"name\"}}`."
     },
     "created_at": {
      "type": "string",
      "format": "date-time"
     },
     "updated_at": {
      "type": "string",
      "format": "date-time"
     }
    }
   },
   "ReplyTemplateList": {
    "type": "object",
    "description": "The templates of replies.",
    "required": [
     "reply_templates"
    ],
    "properties": {
     "reply_templates": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ReplyTemplate"
      }
     }
    }
   },
   "ReplyTemplateInput": {
    "type": "object",
    "description": "A new template. It may be wrapped in `reply_template`.",
    "required": [
     "name",
     "body"
    ],
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "\\S"
     },
     "body": {
      "type": "string",
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "\\S"
     },
     "form_id": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 1,
      "maximum": 9007199254740991,
      "description": "The form that it is for. Null or absent for every form."
     }
    }
   },
   "ReplyTemplateChange": {
    "type": "object",
    "description": "What to change. It may be wrapped in `reply_template`.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "\\S"
     },
     "body": {
      "type": "string",
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "\\S"
     }
    }
   },
   "Note": {
    "type": "object",
    "description": "What somebody of the account wrote about a submission.",
    "required": [
     "id",
     "submission_id",
     "text",
     "author",
     "author_kind",
     "is_own",
     "created_at",
     "updated_at"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "submission_id": {
      "$ref": "#/components/schemas/Id"
     },
     "text": {
      "type": "string",
      "description": "Plain text with line breaks."
     },
     "author": {
      "type": "string",
      "description": "Sign-in address of the user, or name of the API key, as it was when the note was written."
     },
     "author_kind": {
      "type": "string",
      "description": "`user` of the dashboard, or API `key`.",
      "enum": [
       "user",
       "key"
      ]
     },
     "is_own": {
      "type": "boolean",
      "description": "True if this key wrote the note, and so may change and delete it."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When it was written."
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "When its text was changed last; `created_at` if it never was."
     }
    }
   },
   "NoteList": {
    "type": "object",
    "description": "The notes about a submission.",
    "required": [
     "notes"
    ],
    "properties": {
     "notes": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Note"
      }
     }
    }
   },
   "NoteInput": {
    "type": "object",
    "description": "The text of a note. It may be wrapped in `note`.",
    "required": [
     "text"
    ],
    "properties": {
     "text": {
      "type": "string",
      "minLength": 1,
      "maxLength": 10000,
      "pattern": "\\S"
     }
    }
   },
   "SubmissionDeliveryState": {
    "type": "string",
    "description": "Whether a submission reached its destinations: webhooks and e-mail recipients. The newest delivery to each destination counts, canceled ones only if all were; automatic answers, tests, digests and alerts do not. `none`: nothing was to be sent. `waiting`: something is queued, for the first time or again. `delivered`: every destination that it was sent to took it. `partly`: some took it, and a delivery to another failed. `failed`: none took it, and a delivery failed. `withheld`: nothing was tried, since it was spam or in the trash, or since the destinations were disabled or deleted.",
    "enum": [
     "none",
     "waiting",
     "delivered",
     "partly",
     "failed",
     "withheld"
    ]
   },
   "SubmissionClaim": {
    "type": "object",
    "description": "Why the submission cannot be claimed now. Absent if it can.",
    "required": [
     "state",
     "until",
     "consumer"
    ],
    "properties": {
     "state": {
      "type": "string",
      "description": "`leased` to a consumer, `put_off` (released with a delay) or `dead`.",
      "enum": [
       "leased",
       "put_off",
       "dead"
      ]
     },
     "until": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "When it can be claimed again. Null if it is dead."
     },
     "consumer": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the consumer that holds the lease. Null if it is not leased."
     }
    }
   },
   "SpamFinding": {
    "type": "object",
    "description": "Result of one spam check. A submission is spam if the weights of its findings add up to 1 or more.",
    "required": [
     "check",
     "weight",
     "sentence"
    ],
    "properties": {
     "check": {
      "type": "string",
      "description": "Name of the spam check."
     },
     "weight": {
      "type": "number",
      "minimum": -1,
      "maximum": 1,
      "description": "Positive for spam, negative for ham."
     },
     "sentence": {
      "type": "string",
      "description": "One sentence about what the check found."
     }
    }
   },
   "ListMeta": {
    "type": "object",
    "description": "Size of the list, and position of the page in it.",
    "required": [
     "count",
     "page",
     "per_page",
     "next_cursor"
    ],
    "properties": {
     "count": {
      "type": "integer",
      "minimum": 0,
      "description": "Number of records that match the filters."
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Page number; 1 if `cursor` was used."
     },
     "per_page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Maximum number of records per page."
     },
     "next_cursor": {
      "type": [
       "string",
       "null"
      ],
      "description": "Pagination cursor of the next page. Null on the last page."
     }
    }
   },
   "SubmissionListMeta": {
    "type": "object",
    "description": "Size of the list, position of the page in it, and counters.",
    "required": [
     "count",
     "page",
     "per_page",
     "next_cursor",
     "inbox_count",
     "unread_count",
     "spam_count",
     "trash_count",
     "form_name"
    ],
    "properties": {
     "count": {
      "type": "integer",
      "minimum": 0,
      "description": "Number of submissions that match the filters. With `query` or a date filter at most 10,000: see `count_exact`."
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Page number; 1 if `cursor` was used."
     },
     "per_page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Maximum number of records per page."
     },
     "next_cursor": {
      "type": [
       "string",
       "null"
      ],
      "description": "Pagination cursor of the next page. Null on the last page, and if sorted by e-mail address."
     },
     "count_exact": {
      "type": "boolean",
      "description": "Present, and false, if more submissions match than the 10,000 in `count`."
     },
     "inbox_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of submissions of the form, or of the account, that are neither spam nor trash."
     },
     "unread_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of submissions in the queue: unread, not spam, not trash."
     },
     "spam_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of submissions that are spam and not trash."
     },
     "trash_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of submissions in the trash."
     },
     "form_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the form that the list is restricted to. Null if it covers all forms."
     }
    }
   },
   "SubmissionList": {
    "type": "object",
    "description": "One page of submissions.",
    "required": [
     "submissions",
     "meta"
    ],
    "properties": {
     "submissions": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Submission"
      }
     },
     "meta": {
      "$ref": "#/components/schemas/SubmissionListMeta"
     }
    }
   },
   "FormList": {
    "type": "object",
    "description": "One page of forms.",
    "required": [
     "forms",
     "meta"
    ],
    "properties": {
     "forms": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Form"
      }
     },
     "meta": {
      "$ref": "#/components/schemas/ListMeta"
     }
    }
   },
   "ProjectList": {
    "type": "object",
    "description": "One page of projects.",
    "required": [
     "projects",
     "meta"
    ],
    "properties": {
     "projects": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Project"
      }
     },
     "meta": {
      "$ref": "#/components/schemas/ListMeta"
     }
    }
   },
   "FormViewList": {
    "type": "object",
    "description": "One page of the pages of forms.",
    "required": [
     "form_views",
     "meta"
    ],
    "properties": {
     "form_views": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FormView"
      }
     },
     "meta": {
      "$ref": "#/components/schemas/ListMeta"
     }
    }
   },
   "DomainList": {
    "type": "object",
    "description": "One page of hosts.",
    "required": [
     "domains",
     "meta"
    ],
    "properties": {
     "domains": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Domain"
      }
     },
     "meta": {
      "$ref": "#/components/schemas/ListMeta"
     }
    }
   },
   "FormWebhookList": {
    "type": "object",
    "description": "One page of webhooks.",
    "required": [
     "form_webhooks",
     "meta"
    ],
    "properties": {
     "form_webhooks": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FormWebhook"
      }
     },
     "meta": {
      "$ref": "#/components/schemas/ListMeta"
     }
    }
   },
   "DeliveryList": {
    "type": "object",
    "description": "One page of deliveries of every kind.",
    "required": [
     "deliveries",
     "meta"
    ],
    "properties": {
     "deliveries": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Delivery"
      }
     },
     "meta": {
      "$ref": "#/components/schemas/ListMeta"
     }
    }
   },
   "WebhookLogList": {
    "type": "object",
    "description": "One page of deliveries.",
    "required": [
     "webhook_logs",
     "meta"
    ],
    "properties": {
     "webhook_logs": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/WebhookLog"
      }
     },
     "meta": {
      "$ref": "#/components/schemas/ListMeta"
     }
    }
   },
   "ApiKeyList": {
    "type": "object",
    "description": "One page of API keys.",
    "required": [
     "api_keys",
     "meta"
    ],
    "properties": {
     "api_keys": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ApiKey"
      }
     },
     "meta": {
      "$ref": "#/components/schemas/ListMeta"
     }
    }
   },
   "Tags": {
    "type": "array",
    "maxItems": 100,
    "description": "Labels of at most 50 characters, without commas and quotation marks. Letter case does not distinguish two tags. A submission has at most 30.",
    "items": {
     "type": "string",
     "maxLength": 400
    }
   },
   "SubmissionChange": {
    "type": "object",
    "description": "Marks and tags to set. Omitted members stay unchanged.",
    "properties": {
     "read": {
      "type": "boolean",
      "description": "True removes it from the queue; false puts it back."
     },
     "spam": {
      "type": "boolean",
      "description": "True marks it spam, false ham."
     },
     "trash": {
      "type": "boolean",
      "description": "True moves it to the trash, false takes it out."
     },
     "tags": {
      "$ref": "#/components/schemas/Tags"
     },
     "seen": {
      "type": "boolean",
      "description": "True sets `seen_at` to now if it is null; false sets it to null. Neither changes the queue or `updated_at`."
     }
    }
   },
   "BulkChange": {
    "type": "object",
    "description": "Marks and tags to set. Omitted members stay unchanged.",
    "properties": {
     "read": {
      "type": "boolean",
      "description": "True removes them from the queue; false puts them back."
     },
     "spam": {
      "type": "boolean",
      "description": "True marks them spam, false ham."
     },
     "trash": {
      "type": "boolean",
      "description": "True moves them to the trash, false takes them out."
     },
     "tags": {
      "$ref": "#/components/schemas/Tags"
     },
     "add_tags": {
      "$ref": "#/components/schemas/Tags"
     },
     "remove_tags": {
      "$ref": "#/components/schemas/Tags"
     },
     "seen": {
      "type": "boolean",
      "description": "True sets `seen_at` to now if it is null; false sets it to null. Neither changes the queue or `updated_at`."
     }
    }
   },
   "SubmissionInput": {
    "type": "object",
    "description": "The marks and tags, flat or wrapped in `submission`.",
    "properties": {
     "read": {
      "type": "boolean",
      "description": "True if read."
     },
     "spam": {
      "type": "boolean",
      "description": "True if spam."
     },
     "trash": {
      "type": "boolean",
      "description": "True if in the trash."
     },
     "tags": {
      "$ref": "#/components/schemas/Tags"
     },
     "seen": {
      "type": "boolean",
      "description": "True sets `seen_at`, false sets it to null."
     },
     "submission": {
      "$ref": "#/components/schemas/SubmissionChange"
     }
    }
   },
   "SubmissionPatch": {
    "type": "object",
    "description": "The marks and tags, wrapped in `submission`.",
    "required": [
     "submission"
    ],
    "properties": {
     "submission": {
      "$ref": "#/components/schemas/SubmissionChange"
     }
    }
   },
   "BulkUpdate": {
    "type": "object",
    "description": "The submissions and the marks to set.",
    "required": [
     "submission_ids",
     "set"
    ],
    "properties": {
     "submission_ids": {
      "type": "array",
      "minItems": 1,
      "maxItems": 1000,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     },
     "uids": {
      "type": "array",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 64
      },
      "description": "The `uid` that each submission must have, in the order of `submission_ids`. A submission with another one counts as `not_found`. Default: any."
     },
     "set": {
      "$ref": "#/components/schemas/BulkChange"
     },
     "undo": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_-]{16,64}$",
      "description": "Records the marks before under this name, which the client chooses at random, so that `POST /submissions/undo` can restore them within seven days. Requests with the same name are undone together. Tags are not recorded."
     }
    }
   },
   "Undo": {
    "type": "object",
    "description": "What to undo.",
    "required": [
     "undo"
    ],
    "properties": {
     "undo": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_-]{16,64}$",
      "description": "The `undo` of the requests to `POST /submissions/bulk`."
     }
    }
   },
   "UndoResult": {
    "type": "object",
    "description": "What came of undoing, over all requests with this name.",
    "required": [
     "restored",
     "kept",
     "remaining"
    ],
    "properties": {
     "restored": {
      "type": "integer",
      "description": "Submissions that have their marks from before."
     },
     "kept": {
      "type": "integer",
      "description": "Submissions that were deleted or marked otherwise since, and are left as they are."
     },
     "remaining": {
      "type": "integer",
      "description": "Submissions that are still to be undone: repeat the request."
     }
    }
   },
   "BulkResultItem": {
    "type": "object",
    "description": "Result for one submission.",
    "required": [
     "submission_id",
     "status"
    ],
    "properties": {
     "submission_id": {
      "$ref": "#/components/schemas/Id"
     },
     "status": {
      "type": "string",
      "description": "`unchanged`: it had these marks already. `not_found`: it does not exist or is not accessible with this key.",
      "enum": [
       "updated",
       "unchanged",
       "not_found"
      ]
     }
    }
   },
   "BulkResult": {
    "type": "object",
    "description": "One result per submission, in the order of the request.",
    "required": [
     "results"
    ],
    "properties": {
     "results": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/BulkResultItem"
      }
     }
    }
   },
   "ReleaseResultItem": {
    "type": "object",
    "description": "Result for one submission.",
    "required": [
     "submission_id",
     "status"
    ],
    "properties": {
     "submission_id": {
      "$ref": "#/components/schemas/Id"
     },
     "status": {
      "type": "string",
      "description": "`not_leased`: the token did not hold it any more; it stays as it is.",
      "enum": [
       "released",
       "not_leased"
      ]
     }
    }
   },
   "ReleaseResult": {
    "type": "object",
    "description": "One result per submission, in the order of the request.",
    "required": [
     "results"
    ],
    "properties": {
     "results": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/ReleaseResultItem"
      }
     }
    }
   },
   "BulkRefire": {
    "type": "object",
    "description": "The submissions to send again.",
    "required": [
     "submission_ids"
    ],
    "properties": {
     "submission_ids": {
      "type": "array",
      "minItems": 1,
      "maxItems": 1000,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     },
     "undelivered_only": {
      "type": "boolean",
      "description": "True: only to webhooks that have not accepted the submission yet. Default false."
     },
     "webhook_ids": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "description": "Only to these webhooks. Default: every enabled webhook of the form.",
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    }
   },
   "BulkRefireItem": {
    "type": "object",
    "description": "Result for one submission.",
    "required": [
     "submission_id",
     "status",
     "deliveries"
    ],
    "properties": {
     "submission_id": {
      "$ref": "#/components/schemas/Id"
     },
     "status": {
      "type": "string",
      "description": "`no_webhooks`: its form has no enabled webhook, or none that `undelivered_only` and `webhook_ids` leave. `not_found`: it does not exist or is not accessible with this key.",
      "enum": [
       "queued",
       "no_webhooks",
       "not_found"
      ]
     },
     "deliveries": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/WebhookLog"
      },
      "description": "The queued deliveries."
     }
    }
   },
   "BulkRefireResult": {
    "type": "object",
    "description": "One result per submission, in the order of the request.",
    "required": [
     "success",
     "message",
     "results"
    ],
    "properties": {
     "success": {
      "type": "boolean",
      "description": "True, also if nothing was queued because no webhook is enabled; see `results`."
     },
     "message": {
      "type": "string",
      "description": "One sentence about the result."
     },
     "results": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/BulkRefireItem"
      }
     }
    }
   },
   "AnswerStatus": {
    "type": "string",
    "description": "An HTTP status such as `503`, a class of them such as `5xx`, `none` for an attempt without an answer, or the `error_code` of one, such as `timeout` or `connection_refused`.",
    "pattern": "^(?:[1-5][0-9][0-9]|[1-5]xx|[a-z_]{1,40})$"
   },
   "DeliverySend": {
    "type": "object",
    "description": "Which deliveries to send now. All members are combined with AND.",
    "properties": {
     "ids": {
      "type": "array",
      "minItems": 1,
      "maxItems": 1000,
      "description": "Only deliveries with these ids.",
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "$ref": "#/components/schemas/FormRef"
       }
      ],
      "description": "Only deliveries of one form, by id or uuid. Default: every form that the key can access."
     },
     "submission_id": {
      "allOf": [
       {
        "$ref": "#/components/schemas/Id"
       }
      ],
      "description": "Only deliveries of this submission."
     },
     "kind": {
      "allOf": [
       {
        "$ref": "#/components/schemas/DestinationKind"
       }
      ],
      "description": "Only deliveries to destinations of this kind."
     },
     "destination_id": {
      "allOf": [
       {
        "$ref": "#/components/schemas/Id"
       }
      ],
      "description": "Only deliveries to this destination. For a webhook it is the id of the webhook."
     },
     "states": {
      "type": "array",
      "minItems": 1,
      "maxItems": 20,
      "description": "Only deliveries in these states. Default `queued` and `retrying`.",
      "items": {
       "$ref": "#/components/schemas/DeliveryState"
      }
     },
     "created_after": {
      "type": "string",
      "description": "Only deliveries queued after this time (exclusive): an ISO 8601 date or date-time. UTC if it has no offset."
     },
     "created_before": {
      "type": "string",
      "description": "Only deliveries queued before this time (exclusive)."
     },
     "http_status": {
      "allOf": [
       {
        "$ref": "#/components/schemas/AnswerStatus"
       }
      ],
      "description": "Only deliveries whose last attempt was answered like this."
     },
     "include_delivered": {
      "type": "boolean",
      "description": "True: also send what the receiver has already accepted, including deliveries in the state `succeeded` if `states` names it. Default false."
     },
     "dry_run": {
      "type": "boolean",
      "description": "True: only count. Default false."
     },
     "cursor": {
      "type": "string",
      "maxLength": 500,
      "description": "`next_cursor` of the previous batch, unchanged. Valid only with the same filters."
     }
    }
   },
   "DeliverySendResult": {
    "type": "object",
    "description": "One batch of deliveries that were sent now.",
    "required": [
     "success",
     "message",
     "dry_run",
     "count",
     "counts",
     "started_at",
     "next_cursor"
    ],
    "properties": {
     "success": {
      "type": "boolean",
      "description": "Always true."
     },
     "message": {
      "type": "string",
      "description": "One sentence about the result."
     },
     "dry_run": {
      "type": "boolean",
      "description": "True: nothing was sent."
     },
     "count": {
      "type": "integer",
      "description": "How many deliveries of this batch were sent, or with `dry_run` would be."
     },
     "counts": {
      "$ref": "#/components/schemas/DeliverySendCounts"
     },
     "started_at": {
      "type": "string",
      "format": "date-time",
      "description": "When this batch began; `since` of the requests for progress and to stop."
     },
     "next_cursor": {
      "type": [
       "string",
       "null"
      ],
      "description": "Where the next batch begins. Null after the last one."
     }
    }
   },
   "DeliverySendCounts": {
    "type": "object",
    "description": "The deliveries of this batch that match, each counted once, as they were before it.",
    "required": [
     "waiting",
     "due",
     "delivering",
     "failed",
     "delivered",
     "left_out"
    ],
    "properties": {
     "waiting": {
      "type": "integer",
      "description": "Queued for a later attempt."
     },
     "due": {
      "type": "integer",
      "description": "Queued and already due."
     },
     "delivering": {
      "type": "integer",
      "description": "An attempt is in progress."
     },
     "failed": {
      "type": "integer",
      "description": "Ended without success."
     },
     "delivered": {
      "type": "integer",
      "description": "The receiver has already accepted the submission, by this delivery or by another one to the same destination."
     },
     "left_out": {
      "type": "integer",
      "description": "Cannot be sent: the destination is disabled or deleted, a later delivery has replaced it, the submission was marked spam or trash, it waits for its lead score, it is in quarantine, or it is an e-mail that failed."
     }
    }
   },
   "SendingProgress": {
    "type": "object",
    "description": "Numbers of deliveries.",
    "required": [
     "delivered",
     "failed",
     "due",
     "delivering",
     "waiting"
    ],
    "properties": {
     "delivered": {
      "type": "integer",
      "description": "Accepted by their receivers since the time."
     },
     "failed": {
      "type": "integer",
      "description": "Ended without success since the time."
     },
     "due": {
      "type": "integer",
      "description": "Queued and due."
     },
     "delivering": {
      "type": "integer",
      "description": "An attempt is in progress."
     },
     "waiting": {
      "type": "integer",
      "description": "Queued for a later attempt."
     }
    }
   },
   "DeliveryStop": {
    "type": "object",
    "description": "Which deliveries to take back.",
    "required": [
     "since"
    ],
    "properties": {
     "since": {
      "type": "string",
      "description": "Deliveries that became due at this time or later: an ISO 8601 date or date-time. UTC if it has no offset."
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "$ref": "#/components/schemas/FormRef"
       }
      ],
      "description": "Only deliveries of one form, by id or uuid. Default: every form that the key can access."
     },
     "submission_id": {
      "allOf": [
       {
        "$ref": "#/components/schemas/Id"
       }
      ],
      "description": "Only deliveries of this submission."
     },
     "kind": {
      "allOf": [
       {
        "$ref": "#/components/schemas/DestinationKind"
       }
      ],
      "description": "Only deliveries to destinations of this kind."
     },
     "destination_id": {
      "allOf": [
       {
        "$ref": "#/components/schemas/Id"
       }
      ],
      "description": "Only deliveries to this destination. For a webhook it is the id of the webhook."
     }
    }
   },
   "DeliveryStopResult": {
    "type": "object",
    "description": "How many deliveries were taken back.",
    "required": [
     "success",
     "message",
     "postponed",
     "canceled"
    ],
    "properties": {
     "success": {
      "type": "boolean",
      "description": "Always true."
     },
     "message": {
      "type": "string",
      "description": "One sentence about the result."
     },
     "postponed": {
      "type": "integer",
      "description": "Retries that wait again for their usual delay."
     },
     "canceled": {
      "type": "integer",
      "description": "Deliveries that were queued again and are canceled."
     }
    }
   },
   "DeliveryRefireResult": {
    "type": "object",
    "description": "The queued deliveries.",
    "required": [
     "success",
     "message",
     "deliveries"
    ],
    "properties": {
     "success": {
      "type": "boolean",
      "description": "Always true."
     },
     "message": {
      "type": "string",
      "description": "One sentence about the result."
     },
     "deliveries": {
      "type": "array",
      "description": "The queued deliveries. Empty if there was nothing to send.",
      "items": {
       "$ref": "#/components/schemas/Delivery"
      }
     }
    }
   },
   "RefireResult": {
    "type": "object",
    "description": "The queued deliveries.",
    "required": [
     "success",
     "message",
     "deliveries"
    ],
    "properties": {
     "success": {
      "type": "boolean",
      "description": "Always true."
     },
     "message": {
      "type": "string",
      "description": "One sentence about the result."
     },
     "deliveries": {
      "type": "array",
      "description": "The queued deliveries. Empty if there was nothing to send.",
      "items": {
       "$ref": "#/components/schemas/WebhookLog"
      }
     }
    }
   },
   "ClaimFilter": {
    "type": "string",
    "description": "Which unread submissions to claim, none of them in the trash. `new` (default): the queue, without spam. `spam`: only spam. `unread`: spam and ham.",
    "enum": [
     "new",
     "spam",
     "unread"
    ]
   },
   "Claim": {
    "type": "object",
    "description": "Which submissions to lease, to whom and for how long.",
    "required": [
     "limit",
     "lease_seconds",
     "consumer"
    ],
    "properties": {
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "$ref": "#/components/schemas/FormRef"
       }
      ],
      "description": "Restrict to one form, by id or uuid. Default: every form that the key can access."
     },
     "filter": {
      "$ref": "#/components/schemas/ClaimFilter"
     },
     "limit": {
      "type": "integer",
      "minimum": 1,
      "maximum": 100,
      "description": "Maximum number of submissions to lease."
     },
     "lease_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 3600,
      "description": "Duration of the lease in seconds."
     },
     "consumer": {
      "type": "string",
      "description": "Name of the consumer. The submission shows it while it is leased.",
      "minLength": 1,
      "maxLength": 200
     }
    }
   },
   "ClaimResult": {
    "type": "object",
    "description": "A lease.",
    "required": [
     "submissions",
     "lease_token",
     "lease_expires_at"
    ],
    "properties": {
     "submissions": {
      "type": "array",
      "description": "The leased submissions, oldest first.",
      "items": {
       "$ref": "#/components/schemas/Submission"
      }
     },
     "lease_token": {
      "type": "string",
      "description": "Token that identifies the lease in `release` and `extend`."
     },
     "lease_expires_at": {
      "type": "string",
      "description": "When the lease expires unless it is extended.",
      "format": "date-time"
     }
    }
   },
   "Release": {
    "type": "object",
    "description": "Which submissions to release, and when they can be claimed again.",
    "required": [
     "lease_token",
     "submission_ids"
    ],
    "properties": {
     "lease_token": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "`lease_token` of the claim."
     },
     "submission_ids": {
      "type": "array",
      "minItems": 1,
      "maxItems": 1000,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     },
     "retry_after_seconds": {
      "type": "integer",
      "minimum": 0,
      "maximum": 31536000,
      "description": "Delay in seconds before it can be claimed again. Default 0."
     },
     "dead": {
      "type": "boolean",
      "description": "True: it cannot be claimed until it is marked unread. Not together with `retry_after_seconds`. Default false."
     }
    }
   },
   "Extend": {
    "type": "object",
    "description": "Which leases to extend, and for how long.",
    "required": [
     "lease_token",
     "lease_seconds"
    ],
    "properties": {
     "lease_token": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "`lease_token` of the claim."
     },
     "lease_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 3600,
      "description": "New duration of the lease in seconds, from now."
     },
     "submission_ids": {
      "type": "array",
      "description": "Default: everything that the token holds.",
      "minItems": 1,
      "maxItems": 1000,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    }
   },
   "Captcha": {
    "type": "object",
    "description": "Captcha provider and credentials. ALTCHA is self-hosted and needs no secret.",
    "required": [
     "provider"
    ],
    "properties": {
     "provider": {
      "type": "string",
      "description": "The service that verifies visitors.",
      "enum": [
       "altcha",
       "turnstile",
       "hcaptcha",
       "recaptcha"
      ]
     },
     "site_key": {
      "type": [
       "string",
       "null"
      ],
      "description": "Public site key from the provider. Null for `altcha`."
     },
     "secret": {
      "type": [
       "string",
       "null"
      ],
      "description": "Secret key from the provider; masked in responses. To keep the stored secret, omit it or send the mask back."
     }
    }
   },
   "Challenge": {
    "type": "object",
    "description": "An ALTCHA challenge, as the widget expects it.",
    "required": [
     "parameters",
     "signature"
    ],
    "properties": {
     "parameters": {
      "type": "object",
      "description": "Parameters of the proof of work.",
      "required": [
       "algorithm",
       "nonce",
       "salt",
       "cost",
       "keyLength",
       "keyPrefix",
       "expiresAt"
      ],
      "properties": {
       "algorithm": {
        "type": "string",
        "description": "Name of the key derivation function."
       },
       "nonce": {
        "type": "string",
        "description": "Random value in hex."
       },
       "salt": {
        "type": "string",
        "description": "Random salt in hex."
       },
       "cost": {
        "type": "integer",
        "minimum": 1,
        "description": "Iterations of the key derivation function."
       },
       "keyLength": {
        "type": "integer",
        "minimum": 1,
        "description": "Length of the derived key in bytes."
       },
       "keyPrefix": {
        "type": "string",
        "description": "Prefix in hex that the derived key of a solution starts with."
       },
       "expiresAt": {
        "type": "integer",
        "description": "When the challenge expires, in seconds since the Unix epoch."
       }
      },
      "additionalProperties": true
     },
     "signature": {
      "type": "string",
      "description": "Signature of the parameters; the server checks it."
     }
    }
   },
   "LeadScoring": {
    "type": "object",
    "description": "Lead scoring settings. Sending them replaces them as a whole.",
    "required": [
     "enabled"
    ],
    "properties": {
     "enabled": {
      "type": "boolean",
      "description": "True if new submissions are scored. Default false."
     },
     "provider": {
      "type": "string",
      "enum": [
       "rules",
       "http"
      ],
      "description": "`rules` (default): built-in rules. `http`: the model behind `INTRAY_LEADS_URL`; if none is configured or it gives no score, the rules decide."
     },
     "instructions": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 4000,
      "description": "Description of a good lead, for the model. Null if there is none."
     },
     "delivery_wait_seconds": {
      "type": "integer",
      "minimum": 0,
      "maximum": 600,
      "description": "How many seconds a delivery waits for the model's score. Default 30. After that it is sent without the score."
     }
    },
    "additionalProperties": true
   },
   "SpamChecks": {
    "type": "object",
    "description": "Which spam checks are enabled. All are by default, except `akismet` and `mail_domain`.",
    "required": [
     "honeypot",
     "rate",
     "too_fast",
     "disposable",
     "links",
     "content",
     "classifier",
     "akismet",
     "mail_domain"
    ],
    "properties": {
     "honeypot": {
      "type": "boolean",
      "description": "The hidden field `honeypot_field` was filled in."
     },
     "rate": {
      "type": "boolean",
      "description": "More posts per minute from one IP address than `INTRAY_RATE_LIMIT`; files of such posts are not kept. If disabled, this form has no rate limit."
     },
     "too_fast": {
      "type": "boolean",
      "description": "Sent less than 2 seconds after the page was opened, according to the field `_started`."
     },
     "disposable": {
      "type": "boolean",
      "description": "The e-mail address belongs to a disposable e-mail service."
     },
     "links": {
      "type": "boolean",
      "description": "Too many links, links in a name, or links as HTML or BBCode."
     },
     "content": {
      "type": "boolean",
      "description": "Advertising, random letters, or words that mix look-alike letters of two alphabets."
     },
     "classifier": {
      "type": "boolean",
      "description": "Text classifier, trained when users mark submissions spam or ham."
     },
     "akismet": {
      "type": "boolean",
      "description": "Akismet, a third-party service that receives the post. Needs `INTRAY_AKISMET_KEY`."
     },
     "mail_domain": {
      "type": "boolean",
      "description": "The domain of the e-mail address takes no mail, according to DNS. A post waits at most 2 seconds for the answer; without one nothing is found."
     }
    }
   },
   "SpamCheckSettings": {
    "type": "object",
    "description": "Spam checks to enable or disable. Omitted ones stay unchanged.",
    "properties": {
     "honeypot": {
      "type": "boolean",
      "description": "The hidden field `honeypot_field` was filled in."
     },
     "rate": {
      "type": "boolean",
      "description": "More posts per minute from one IP address than `INTRAY_RATE_LIMIT`; files of such posts are not kept. If disabled, this form has no rate limit."
     },
     "too_fast": {
      "type": "boolean",
      "description": "Sent less than 2 seconds after the page was opened, according to the field `_started`."
     },
     "disposable": {
      "type": "boolean",
      "description": "The e-mail address belongs to a disposable e-mail service."
     },
     "links": {
      "type": "boolean",
      "description": "Too many links, links in a name, or links as HTML or BBCode."
     },
     "content": {
      "type": "boolean",
      "description": "Advertising, random letters, or words that mix look-alike letters of two alphabets."
     },
     "classifier": {
      "type": "boolean",
      "description": "Text classifier, trained when users mark submissions spam or ham."
     },
     "akismet": {
      "type": "boolean",
      "description": "Akismet, a third-party service that receives the post. Needs `INTRAY_AKISMET_KEY`."
     },
     "mail_domain": {
      "type": "boolean",
      "description": "The domain of the e-mail address takes no mail, according to DNS. A post waits at most 2 seconds for the answer; without one nothing is found."
     }
    }
   },
   "Form": {
    "type": "object",
    "description": "A form: an address to post to (`/f/<uuid>`) and its settings.",
    "required": [
     "id",
     "uuid",
     "name",
     "project_id",
     "timezone",
     "redirect_url",
     "redirect_heading",
     "redirect_message",
     "force_recaptcha",
     "force_hcaptcha",
     "force_turnstile",
     "turnstile_site_key",
     "turnstile_secret",
     "smtp_email_validation",
     "whitelist_source_domains",
     "domain_id",
     "domain_email",
     "notification_mail_template_id",
     "auto_response_mail_template_id",
     "confirmation_mail_template_id",
     "use_ajax",
     "form_view_enabled",
     "origin_service",
     "recaptcha_failed_url",
     "redirect_button_text",
     "redirect_button_url",
     "redirect_button_background_color",
     "redirect_button_text_color",
     "contribute_to_spam_training",
     "opening_marks_read",
     "queue_consumer",
     "honeypot_field",
     "duplicate_filter",
     "allowed_domains",
     "blocked_domains",
     "content_blacklist",
     "spam_checks",
     "captcha",
     "retention_days",
     "retention_includes_unread",
     "fields",
     "lead_scoring",
     "notification_emails",
     "notification_cc_emails",
     "notification_bcc_emails",
     "notification_subject",
     "notification_from_name",
     "notification_schedule",
     "notification_hour",
     "notification_weekday",
     "exclude_submitter_from_reply",
     "notification_attachments",
     "data_receipt_email",
     "autoreply",
     "autoreply_subject",
     "autoreply_body",
     "autoreply_from_name",
     "autoreply_greeting",
     "autoreply_name",
     "autoreply_title",
     "autoreply_email",
     "custom_template",
     "use_custom_template",
     "autoreply_custom_template",
     "autoreply_use_custom_template",
     "hide_dashboard_button",
     "logo",
     "button_background_color",
     "button_text_color",
     "language",
     "mail_notice",
     "notification_emails_pending",
     "notification_cc_emails_pending",
     "notification_bcc_emails_pending",
     "project_name",
     "inbox_count",
     "spam_count",
     "trash_count",
     "unread_count",
     "form_webhooks",
     "created_at",
     "updated_at"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "uuid": {
      "type": "string",
      "description": "12 lower-case hex digits. Used in the form's address, and accepted wherever a form id is.",
      "pattern": "^[0-9a-f]{12}$"
     },
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "Name of the form."
     },
     "project_id": {
      "allOf": [
       {
        "$ref": "#/components/schemas/Id"
       }
      ],
      "description": "Project of the form. Null (default) stands for the first project of the account."
     },
     "timezone": {
      "type": "string",
      "description": "IANA time zone name, such as `Europe/Berlin`. Default `UTC`.",
      "maxLength": 100
     },
     "redirect_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL that the browser opens after a post. Null (default) or empty text shows the hosted thank-you page.",
      "maxLength": 2000
     },
     "redirect_heading": {
      "type": [
       "string",
       "null"
      ],
      "description": "Heading of the thank-you page. Null (default) for the built-in one.",
      "maxLength": 500
     },
     "redirect_message": {
      "type": [
       "string",
       "null"
      ],
      "description": "Message on the thank-you page. Null (default) for the built-in one.",
      "maxLength": 5000
     },
     "form_view_enabled": {
      "type": "boolean",
      "description": "True: everyone can open the form at `/v/<uuid>`, made from `fields`, and other sites can show it in a frame. Default false. Without `fields` there is no page."
     },
     "use_ajax": {
      "type": "boolean",
      "description": "True: every post is answered with JSON, also if a browser navigates. Default false."
     },
     "origin_service": {
      "type": [
       "string",
       "null"
      ],
      "description": "Form service that the page was moved from. Its control fields without an underscore are read, such as `redirect` of Web3Forms or `form-name` of Netlify Forms. Null (default): fields of these names are data.",
      "enum": [
       "basin",
       "formcarry",
       "formspree",
       "formsubmit",
       "getform",
       "netlify",
       "staticforms",
       "web3forms",
       null
      ]
     },
     "recaptcha_failed_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL that the browser opens after a post whose captcha answer is missing or wrong; the post is stored as spam. Null (default) or empty answers it as every other.",
      "maxLength": 2000
     },
     "redirect_button_text": {
      "type": [
       "string",
       "null"
      ],
      "description": "Text of the button on the thank-you page. Null (default) or empty for the built-in one.",
      "maxLength": 200
     },
     "redirect_button_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL that the button on the thank-you page opens. Null (default) or empty: the page that posted, or no button if that is unknown.",
      "maxLength": 2000
     },
     "redirect_button_background_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of the button on the thank-you page, such as `#1a7f37`. Null (default) for `button_background_color`.",
      "maxLength": 7
     },
     "redirect_button_text_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of its text, such as `#ffffff`. Null (default) for `button_text_color`. Black or white if it cannot be read on the background.",
      "maxLength": 7
     },
     "contribute_to_spam_training": {
      "type": "boolean",
      "description": "True (default): submissions of the form that a user marks as spam or ham train the spam classifier of the account, and Akismet is told of corrections if the form uses it."
     },
     "opening_marks_read": {
      "type": "boolean",
      "description": "True: opening a submission in the dashboard also marks it read. Default false: opening only sets `seen_at`. Always false while `queue_consumer` is set, and true is then rejected, since opening would take work from that program."
     },
     "queue_consumer": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/QueueConsumer"
       },
       {
        "type": "null"
       }
      ],
      "description": "The first program that was seen to work on the queue of the form. Null if there was none."
     },
     "honeypot_field": {
      "type": "string",
      "description": "Name of the hidden field that marks a post as spam if it is filled in. Default `_gotcha`. `_gotcha`, `_honey` and `_honeypot` do so on every form.",
      "minLength": 1,
      "maxLength": 200
     },
     "duplicate_filter": {
      "type": "boolean",
      "description": "True (default): a post with the same fields as one in the last 10 minutes is spam (reason `duplicate`). Up to 200 characters without an e-mail address are only compared with posts from the same IP address. Posts with files are not compared."
     },
     "allowed_domains": {
      "type": "array",
      "description": "Domains, with their subdomains, whose pages may post; posts from other sites are rejected with 403. A post may also ask for a redirect to them (`_redirect`). Empty (default): every site may post.",
      "maxItems": 200,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "blocked_domains": {
      "type": "array",
      "description": "Domains, with their subdomains. A post with a link or an e-mail address to one of them is spam. Empty by default.",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "content_blacklist": {
      "type": "array",
      "description": "Words and phrases that make a post spam: whole words, case-insensitive. Empty by default.",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 200
      }
     },
     "spam_checks": {
      "$ref": "#/components/schemas/SpamChecks"
     },
     "captcha": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Captcha"
       },
       {
        "type": "null"
       }
      ],
      "description": "Captcha of the form. Null (default) for none."
     },
     "force_recaptcha": {
      "type": "boolean",
      "description": "True: `captcha` is reCAPTCHA. Setting it needs the keys in `captcha`; false turns that captcha off. One of the three `force_` members is true at most."
     },
     "force_hcaptcha": {
      "type": "boolean",
      "description": "As `force_recaptcha`, for hCaptcha."
     },
     "force_turnstile": {
      "type": "boolean",
      "description": "As `force_recaptcha`, for Turnstile. The keys may be sent as `turnstile_site_key` and `turnstile_secret`."
     },
     "turnstile_site_key": {
      "type": [
       "string",
       "null"
      ],
      "description": "`site_key` of `captcha` if that is Turnstile, otherwise null."
     },
     "turnstile_secret": {
      "type": [
       "string",
       "null"
      ],
      "description": "`secret` of `captcha` if that is Turnstile, otherwise null; masked in responses."
     },
     "smtp_email_validation": {
      "type": "boolean",
      "description": "The spam check `mail_domain` of `spam_checks`."
     },
     "whitelist_source_domains": {
      "type": [
       "string",
       "null"
      ],
      "description": "`allowed_domains`, separated by commas. Null or empty for none. A request that changes both to different values is rejected with 422.",
      "maxLength": 60000
     },
     "domain_id": {
      "type": [
       "integer",
       "null"
      ],
      "description": "Not supported. Always null; another value is rejected with 422."
     },
     "domain_email": {
      "type": [
       "string",
       "null"
      ],
      "description": "Not supported. Always null; another value is rejected with 422."
     },
     "notification_mail_template_id": {
      "type": [
       "integer",
       "null"
      ],
      "description": "Not supported. Always null; another value is rejected with 422."
     },
     "auto_response_mail_template_id": {
      "type": [
       "integer",
       "null"
      ],
      "description": "Not supported. Always null; another value is rejected with 422."
     },
     "confirmation_mail_template_id": {
      "type": [
       "integer",
       "null"
      ],
      "description": "Not supported. Always null; another value is rejected with 422."
     },
     "retention_days": {
      "type": "integer",
      "minimum": 0,
      "maximum": 36500,
      "description": "Read submissions are deleted this many days after arrival, once none of their deliveries is queued or in progress. 0 (default) keeps them; null is accepted for 0."
     },
     "retention_includes_unread": {
      "type": "boolean",
      "description": "True: retention also deletes unread submissions. Default false."
     },
     "fields": {
      "type": "array",
      "description": "Field rules. A post that breaks one is rejected with 422 and not stored. Fields without a rule are stored as they are sent. Empty (default): every post is stored.",
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/FieldRule"
      }
     },
     "lead_scoring": {
      "$ref": "#/components/schemas/LeadScoring"
     },
     "notification_emails": {
      "type": "string",
      "description": "E-mail addresses that get the notifications, at most 50, separated by commas. Omitted keeps the list, empty text (default) clears it. Addresses that are there twice are kept once. Empty with a form API key.",
      "maxLength": 20000
     },
     "notification_cc_emails": {
      "type": "string",
      "description": "As `notification_emails`, for recipients in Cc.",
      "maxLength": 20000
     },
     "notification_bcc_emails": {
      "type": "string",
      "description": "As `notification_emails`, for recipients in Bcc, which other recipients do not see.",
      "maxLength": 20000
     },
     "notification_subject": {
      "type": [
       "string",
       "null"
      ],
      "description": "Subject of notifications, a template as in webhooks with the format `custom`. Null (default) or empty for the built-in one.",
      "maxLength": 500
     },
     "notification_from_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the sender of notifications; the address is always that of the server. Null (default) for the name of the form.",
      "maxLength": 200
     },
     "notification_schedule": {
      "type": "string",
      "description": "When notifications are sent: one for each submission (`immediately`, default), or one for all submissions of an hour, day or week, or none (`off`).",
      "enum": [
       "immediately",
       "hourly",
       "daily",
       "weekly",
       "off"
      ]
     },
     "notification_hour": {
      "type": "integer",
      "description": "Hour of daily and weekly notifications in the time zone of the form. Default 8.",
      "minimum": 0,
      "maximum": 23
     },
     "notification_weekday": {
      "type": "string",
      "description": "Day of weekly notifications. Default `monday`.",
      "enum": [
       "monday",
       "tuesday",
       "wednesday",
       "thursday",
       "friday",
       "saturday",
       "sunday"
      ]
     },
     "exclude_submitter_from_reply": {
      "type": "boolean",
      "description": "True: a reply to a notification does not go to the submitter. Default false."
     },
     "notification_attachments": {
      "type": "string",
      "enum": [
       "links",
       "attached"
      ],
      "description": "How notifications contain the files of a submission. `attached`: as attachments too, up to 10 MiB together; larger ones only as links. Default `links`."
     },
     "data_receipt_email": {
      "type": "boolean",
      "description": "True: the submitter gets a copy of the submitted data by e-mail. Default false."
     },
     "autoreply": {
      "type": "boolean",
      "description": "True: the submitter gets an automatic answer by e-mail, once in 24 hours. Default false."
     },
     "autoreply_subject": {
      "type": [
       "string",
       "null"
      ],
      "description": "Subject of the automatic answer, a template. Null (default) for the built-in one.",
      "maxLength": 500
     },
     "autoreply_body": {
      "type": [
       "string",
       "null"
      ],
      "description": "Text of the automatic answer, a template. Null (default) for the built-in one.",
      "maxLength": 20000
     },
     "autoreply_from_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the sender of the automatic answer. Null (default) for the name of the form.",
      "maxLength": 200
     },
     "autoreply_greeting": {
      "type": [
       "string",
       "null"
      ],
      "description": "First line of the signature, such as `Kind regards`. Null by default.",
      "maxLength": 200
     },
     "autoreply_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name in the signature. Null by default.",
      "maxLength": 200
     },
     "autoreply_title": {
      "type": [
       "string",
       "null"
      ],
      "description": "Title or company in the signature. Null by default.",
      "maxLength": 200
     },
     "autoreply_email": {
      "type": [
       "string",
       "null"
      ],
      "description": "E-mail address in the signature. Replies to the automatic answer go there. Null by default.",
      "maxLength": 254
     },
     "custom_template": {
      "type": [
       "string",
       "null"
      ],
      "description": "HTML template of notifications. Null by default.",
      "maxLength": 100000
     },
     "use_custom_template": {
      "type": "boolean",
      "description": "True: notifications are made from `custom_template`, if there is one. Default false."
     },
     "autoreply_custom_template": {
      "type": [
       "string",
       "null"
      ],
      "description": "HTML template of the automatic answer. Null by default.",
      "maxLength": 100000
     },
     "autoreply_use_custom_template": {
      "type": "boolean",
      "description": "True: the automatic answer is made from `autoreply_custom_template`, if there is one. Default false."
     },
     "hide_dashboard_button": {
      "type": "boolean",
      "description": "True: notifications and digests have no links to the dashboard. Default false."
     },
     "logo": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL of an image, with https, at the top of e-mails and hosted pages. Null by default.",
      "maxLength": 2000
     },
     "button_background_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of buttons in e-mails and on hosted pages, such as `#1a7f37`. Null for the built-in one.",
      "maxLength": 7
     },
     "button_text_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of the text of buttons, such as `#ffffff`. Null for black or white, which also replace a color that cannot be read on that of the button.",
      "maxLength": 7
     },
     "language": {
      "type": [
       "string",
       "null"
      ],
      "description": "Language of e-mails, and of hosted pages for visitors whose own language is unknown or not available. Null (default) for English.",
      "enum": [
       "en",
       "de",
       "fr",
       "es",
       "it",
       "pt",
       "nl",
       "pl",
       "ja",
       null
      ]
     },
     "mail_notice": {
      "type": [
       "string",
       "null"
      ],
      "description": "What to set on the server before it can send e-mails. Null if it can. Until then the settings are kept, and nothing is sent. Read-only."
     },
     "notification_emails_pending": {
      "type": "string",
      "description": "The addresses in `notification_emails` that wait for their confirmation. Nothing else is sent to them until then. Read-only."
     },
     "notification_cc_emails_pending": {
      "type": "string",
      "description": "The addresses in `notification_cc_emails` that wait for their confirmation. Nothing else is sent to them until then. Read-only."
     },
     "notification_bcc_emails_pending": {
      "type": "string",
      "description": "The addresses in `notification_bcc_emails` that wait for their confirmation. Nothing else is sent to them until then. Read-only."
     },
     "project_name": {
      "type": "string",
      "description": "Name of the project."
     },
     "inbox_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of submissions that are neither spam nor trash."
     },
     "spam_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of submissions that are spam and not trash."
     },
     "trash_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of submissions in the trash."
     },
     "unread_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of submissions in the queue: unread, not spam, not trash."
     },
     "form_webhooks": {
      "type": "array",
      "description": "The first 100 webhooks of the form. Empty with a form API key.",
      "items": {
       "$ref": "#/components/schemas/FormWebhook"
      }
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of creation."
     },
     "updated_at": {
      "type": "string",
      "description": "Time of the last change of a setting.",
      "format": "date-time"
     }
    }
   },
   "FormView": {
    "type": "object",
    "description": "The hosted page that shows a form.",
    "required": [
     "id",
     "form_id",
     "form_uuid",
     "name",
     "enabled",
     "url",
     "embed_html",
     "fields",
     "created_at",
     "updated_at"
    ],
    "properties": {
     "id": {
      "allOf": [
       {
        "$ref": "#/components/schemas/Id"
       }
      ],
      "description": "That of the form."
     },
     "form_id": {
      "$ref": "#/components/schemas/Id"
     },
     "form_uuid": {
      "type": "string",
      "description": "The form's uuid.",
      "pattern": "^[0-9a-f]{12}$"
     },
     "name": {
      "type": "string",
      "description": "Name of the form."
     },
     "enabled": {
      "type": "boolean",
      "description": "The form's `form_view_enabled`. False if `url` shows nothing."
     },
     "url": {
      "type": "string",
      "description": "Address of the page."
     },
     "embed_html": {
      "type": "string",
      "description": "HTML that shows the page in a frame of another page, as high as the form."
     },
     "fields": {
      "type": "array",
      "description": "The fields that the page shows.",
      "items": {
       "$ref": "#/components/schemas/FieldRule"
      }
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of creation of the form."
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of the form's last change."
     }
    }
   },
   "FieldRule": {
    "type": "object",
    "description": "What the field of a post has to be. An empty value counts as not sent, so the other members apply only to fields that are filled in.",
    "required": [
     "name",
     "type"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the field, as pages send it but without `[]`. Unique within the form.",
      "minLength": 1,
      "maxLength": 200
     },
     "type": {
      "type": "string",
      "description": "Type of the input. `email`, `url` (http or https), `number` and `date` (`YYYY-MM-DD`) check the value. `select`, `radio` and a `checkbox` with `options` take values from them.",
      "enum": [
       "text",
       "textarea",
       "email",
       "url",
       "tel",
       "number",
       "date",
       "select",
       "radio",
       "checkbox",
       "hidden",
       "file"
      ]
     },
     "label": {
      "type": "string",
      "description": "Name for visitors. By default the name of the field.",
      "maxLength": 200
     },
     "required": {
      "type": "boolean",
      "description": "True: the field must be filled in. Default false."
     },
     "multiple": {
      "type": "boolean",
      "description": "True: a `select` or `file` field takes several values. Default false. A `checkbox` with `options` always does."
     },
     "min": {
      "oneOf": [
       {
        "type": "number"
       },
       {
        "type": "string",
        "maxLength": 10
       }
      ],
      "description": "Smallest `number` or earliest `date` (text, `YYYY-MM-DD`), smallest number of chosen options or files, and for text the smallest number of characters."
     },
     "max": {
      "oneOf": [
       {
        "type": "number"
       },
       {
        "type": "string",
        "maxLength": 10
       }
      ],
      "description": "Largest number, latest date, largest number of chosen options or files, or largest number of characters."
     },
     "pattern": {
      "type": "string",
      "description": "Regular expression that the whole value has to match, as in HTML. It cannot look ahead or behind, nor refer to groups. Values longer than 500 characters do not match. For `text`, `email`, `url`, `tel` and `hidden`.",
      "maxLength": 500
     },
     "options": {
      "type": "array",
      "description": "Values to choose from. For `select`, `radio` and `checkbox`.",
      "maxItems": 500,
      "items": {
       "type": "string",
       "minLength": 1,
       "maxLength": 200
      }
     },
     "accept": {
      "type": "string",
      "description": "Types of a `file`, separated by commas, such as `.pdf,image/*`. Extension and type are those that the browser sends.",
      "maxLength": 500
     },
     "max_bytes": {
      "type": "integer",
      "description": "Largest size of one `file`, in bytes.",
      "minimum": 1,
      "maximum": 9007199254740991
     }
    }
   },
   "FormSettings": {
    "type": "object",
    "description": "Writable form settings.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "Name of the form."
     },
     "project_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ],
      "description": "Project of the form. Null (default) stands for the first project of the account."
     },
     "timezone": {
      "type": "string",
      "description": "IANA time zone name, such as `Europe/Berlin`. Default `UTC`.",
      "maxLength": 100
     },
     "redirect_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL that the browser opens after a post. Null (default) or empty text shows the hosted thank-you page.",
      "maxLength": 2000
     },
     "redirect_heading": {
      "type": [
       "string",
       "null"
      ],
      "description": "Heading of the thank-you page. Null (default) for the built-in one.",
      "maxLength": 500
     },
     "redirect_message": {
      "type": [
       "string",
       "null"
      ],
      "description": "Message on the thank-you page. Null (default) for the built-in one.",
      "maxLength": 5000
     },
     "form_view_enabled": {
      "type": "boolean",
      "description": "True: everyone can open the form at `/v/<uuid>`, made from `fields`, and other sites can show it in a frame. Default false. Without `fields` there is no page."
     },
     "use_ajax": {
      "type": "boolean",
      "description": "True: every post is answered with JSON, also if a browser navigates. Default false."
     },
     "origin_service": {
      "type": [
       "string",
       "null"
      ],
      "description": "Form service that the page was moved from. Its control fields without an underscore are read, such as `redirect` of Web3Forms or `form-name` of Netlify Forms. Null (default): fields of these names are data.",
      "enum": [
       "basin",
       "formcarry",
       "formspree",
       "formsubmit",
       "getform",
       "netlify",
       "staticforms",
       "web3forms",
       null
      ]
     },
     "recaptcha_failed_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL that the browser opens after a post whose captcha answer is missing or wrong; the post is stored as spam. Null (default) or empty answers it as every other.",
      "maxLength": 2000
     },
     "redirect_button_text": {
      "type": [
       "string",
       "null"
      ],
      "description": "Text of the button on the thank-you page. Null (default) or empty for the built-in one.",
      "maxLength": 200
     },
     "redirect_button_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL that the button on the thank-you page opens. Null (default) or empty: the page that posted, or no button if that is unknown.",
      "maxLength": 2000
     },
     "redirect_button_background_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of the button on the thank-you page, such as `#1a7f37`. Null (default) for `button_background_color`.",
      "maxLength": 7
     },
     "redirect_button_text_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of its text, such as `#ffffff`. Null (default) for `button_text_color`. Black or white if it cannot be read on the background.",
      "maxLength": 7
     },
     "contribute_to_spam_training": {
      "type": "boolean",
      "description": "True (default): submissions of the form that a user marks as spam or ham train the spam classifier of the account, and Akismet is told of corrections if the form uses it."
     },
     "opening_marks_read": {
      "type": "boolean",
      "description": "True: opening a submission in the dashboard also marks it read. Default false: opening only sets `seen_at`. Always false while `queue_consumer` is set, and true is then rejected, since opening would take work from that program."
     },
     "honeypot_field": {
      "type": "string",
      "description": "Name of the hidden field that marks a post as spam if it is filled in. Default `_gotcha`. `_gotcha`, `_honey` and `_honeypot` do so on every form.",
      "minLength": 1,
      "maxLength": 200
     },
     "duplicate_filter": {
      "type": "boolean",
      "description": "True (default): a post with the same fields as one in the last 10 minutes is spam (reason `duplicate`). Up to 200 characters without an e-mail address are only compared with posts from the same IP address. Posts with files are not compared."
     },
     "allowed_domains": {
      "type": "array",
      "description": "Domains, with their subdomains, whose pages may post; posts from other sites are rejected with 403. A post may also ask for a redirect to them (`_redirect`). Empty (default): every site may post.",
      "maxItems": 200,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "blocked_domains": {
      "type": "array",
      "description": "Domains, with their subdomains. A post with a link or an e-mail address to one of them is spam. Empty by default.",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "content_blacklist": {
      "type": "array",
      "description": "Words and phrases that make a post spam: whole words, case-insensitive. Empty by default.",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 200
      }
     },
     "spam_checks": {
      "$ref": "#/components/schemas/SpamCheckSettings"
     },
     "captcha": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Captcha"
       },
       {
        "type": "null"
       }
      ],
      "description": "Captcha of the form. Null (default) for none."
     },
     "force_recaptcha": {
      "type": "boolean",
      "description": "True: `captcha` is reCAPTCHA. Setting it needs the keys in `captcha`; false turns that captcha off. One of the three `force_` members is true at most."
     },
     "force_hcaptcha": {
      "type": "boolean",
      "description": "As `force_recaptcha`, for hCaptcha."
     },
     "force_turnstile": {
      "type": "boolean",
      "description": "As `force_recaptcha`, for Turnstile. The keys may be sent as `turnstile_site_key` and `turnstile_secret`."
     },
     "turnstile_site_key": {
      "type": [
       "string",
       "null"
      ],
      "description": "`site_key` of `captcha` if that is Turnstile, otherwise null."
     },
     "turnstile_secret": {
      "type": [
       "string",
       "null"
      ],
      "description": "`secret` of `captcha` if that is Turnstile, otherwise null; masked in responses."
     },
     "smtp_email_validation": {
      "type": "boolean",
      "description": "The spam check `mail_domain` of `spam_checks`."
     },
     "whitelist_source_domains": {
      "type": [
       "string",
       "null"
      ],
      "description": "`allowed_domains`, separated by commas. Null or empty for none. A request that changes both to different values is rejected with 422.",
      "maxLength": 60000
     },
     "retention_days": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 0,
      "maximum": 36500,
      "description": "Read submissions are deleted this many days after arrival, once none of their deliveries is queued or in progress. 0 (default) keeps them; null is accepted for 0."
     },
     "retention_includes_unread": {
      "type": "boolean",
      "description": "True: retention also deletes unread submissions. Default false."
     },
     "fields": {
      "type": "array",
      "description": "Field rules. A post that breaks one is rejected with 422 and not stored. Fields without a rule are stored as they are sent. Empty (default): every post is stored.",
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/FieldRule"
      }
     },
     "lead_scoring": {
      "$ref": "#/components/schemas/LeadScoring"
     },
     "notification_emails": {
      "type": "string",
      "description": "E-mail addresses that get the notifications, at most 50, separated by commas. Omitted keeps the list, empty text (default) clears it. Addresses that are there twice are kept once. Empty with a form API key.",
      "maxLength": 20000
     },
     "notification_cc_emails": {
      "type": "string",
      "description": "As `notification_emails`, for recipients in Cc.",
      "maxLength": 20000
     },
     "notification_bcc_emails": {
      "type": "string",
      "description": "As `notification_emails`, for recipients in Bcc, which other recipients do not see.",
      "maxLength": 20000
     },
     "notification_subject": {
      "type": [
       "string",
       "null"
      ],
      "description": "Subject of notifications, a template as in webhooks with the format `custom`. Null (default) or empty for the built-in one.",
      "maxLength": 500
     },
     "notification_from_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the sender of notifications; the address is always that of the server. Null (default) for the name of the form.",
      "maxLength": 200
     },
     "notification_schedule": {
      "type": "string",
      "description": "When notifications are sent: one for each submission (`immediately`, default), or one for all submissions of an hour, day or week, or none (`off`).",
      "enum": [
       "immediately",
       "hourly",
       "daily",
       "weekly",
       "off"
      ]
     },
     "notification_hour": {
      "type": "integer",
      "description": "Hour of daily and weekly notifications in the time zone of the form. Default 8.",
      "minimum": 0,
      "maximum": 23
     },
     "notification_weekday": {
      "type": "string",
      "description": "Day of weekly notifications. Default `monday`.",
      "enum": [
       "monday",
       "tuesday",
       "wednesday",
       "thursday",
       "friday",
       "saturday",
       "sunday"
      ]
     },
     "exclude_submitter_from_reply": {
      "type": "boolean",
      "description": "True: a reply to a notification does not go to the submitter. Default false."
     },
     "notification_attachments": {
      "type": "string",
      "enum": [
       "links",
       "attached"
      ],
      "description": "How notifications contain the files of a submission. `attached`: as attachments too, up to 10 MiB together; larger ones only as links. Default `links`."
     },
     "data_receipt_email": {
      "type": "boolean",
      "description": "True: the submitter gets a copy of the submitted data by e-mail. Default false."
     },
     "autoreply": {
      "type": "boolean",
      "description": "True: the submitter gets an automatic answer by e-mail, once in 24 hours. Default false."
     },
     "autoreply_subject": {
      "type": [
       "string",
       "null"
      ],
      "description": "Subject of the automatic answer, a template. Null (default) for the built-in one.",
      "maxLength": 500
     },
     "autoreply_body": {
      "type": [
       "string",
       "null"
      ],
      "description": "Text of the automatic answer, a template. Null (default) for the built-in one.",
      "maxLength": 20000
     },
     "autoreply_from_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the sender of the automatic answer. Null (default) for the name of the form.",
      "maxLength": 200
     },
     "autoreply_greeting": {
      "type": [
       "string",
       "null"
      ],
      "description": "First line of the signature, such as `Kind regards`. Null by default.",
      "maxLength": 200
     },
     "autoreply_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name in the signature. Null by default.",
      "maxLength": 200
     },
     "autoreply_title": {
      "type": [
       "string",
       "null"
      ],
      "description": "Title or company in the signature. Null by default.",
      "maxLength": 200
     },
     "autoreply_email": {
      "type": [
       "string",
       "null"
      ],
      "description": "E-mail address in the signature. Replies to the automatic answer go there. Null by default.",
      "maxLength": 254
     },
     "custom_template": {
      "type": [
       "string",
       "null"
      ],
      "description": "HTML template of notifications. Null by default.",
      "maxLength": 100000
     },
     "use_custom_template": {
      "type": "boolean",
      "description": "True: notifications are made from `custom_template`, if there is one. Default false."
     },
     "autoreply_custom_template": {
      "type": [
       "string",
       "null"
      ],
      "description": "HTML template of the automatic answer. Null by default.",
      "maxLength": 100000
     },
     "autoreply_use_custom_template": {
      "type": "boolean",
      "description": "True: the automatic answer is made from `autoreply_custom_template`, if there is one. Default false."
     },
     "hide_dashboard_button": {
      "type": "boolean",
      "description": "True: notifications and digests have no links to the dashboard. Default false."
     },
     "logo": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL of an image, with https, at the top of e-mails and hosted pages. Null by default.",
      "maxLength": 2000
     },
     "button_background_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of buttons in e-mails and on hosted pages, such as `#1a7f37`. Null for the built-in one.",
      "maxLength": 7
     },
     "button_text_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of the text of buttons, such as `#ffffff`. Null for black or white, which also replace a color that cannot be read on that of the button.",
      "maxLength": 7
     },
     "language": {
      "type": [
       "string",
       "null"
      ],
      "description": "Language of e-mails, and of hosted pages for visitors whose own language is unknown or not available. Null (default) for English.",
      "enum": [
       "en",
       "de",
       "fr",
       "es",
       "it",
       "pt",
       "nl",
       "pl",
       "ja",
       null
      ]
     }
    }
   },
   "FormInput": {
    "type": "object",
    "description": "Writable form settings, flat or wrapped in `form`.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "Name of the form."
     },
     "project_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ],
      "description": "Project of the form. Null (default) stands for the first project of the account."
     },
     "timezone": {
      "type": "string",
      "description": "IANA time zone name, such as `Europe/Berlin`. Default `UTC`.",
      "maxLength": 100
     },
     "redirect_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL that the browser opens after a post. Null (default) or empty text shows the hosted thank-you page.",
      "maxLength": 2000
     },
     "redirect_heading": {
      "type": [
       "string",
       "null"
      ],
      "description": "Heading of the thank-you page. Null (default) for the built-in one.",
      "maxLength": 500
     },
     "redirect_message": {
      "type": [
       "string",
       "null"
      ],
      "description": "Message on the thank-you page. Null (default) for the built-in one.",
      "maxLength": 5000
     },
     "form_view_enabled": {
      "type": "boolean",
      "description": "True: everyone can open the form at `/v/<uuid>`, made from `fields`, and other sites can show it in a frame. Default false. Without `fields` there is no page."
     },
     "use_ajax": {
      "type": "boolean",
      "description": "True: every post is answered with JSON, also if a browser navigates. Default false."
     },
     "origin_service": {
      "type": [
       "string",
       "null"
      ],
      "description": "Form service that the page was moved from. Its control fields without an underscore are read, such as `redirect` of Web3Forms or `form-name` of Netlify Forms. Null (default): fields of these names are data.",
      "enum": [
       "basin",
       "formcarry",
       "formspree",
       "formsubmit",
       "getform",
       "netlify",
       "staticforms",
       "web3forms",
       null
      ]
     },
     "recaptcha_failed_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL that the browser opens after a post whose captcha answer is missing or wrong; the post is stored as spam. Null (default) or empty answers it as every other.",
      "maxLength": 2000
     },
     "redirect_button_text": {
      "type": [
       "string",
       "null"
      ],
      "description": "Text of the button on the thank-you page. Null (default) or empty for the built-in one.",
      "maxLength": 200
     },
     "redirect_button_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL that the button on the thank-you page opens. Null (default) or empty: the page that posted, or no button if that is unknown.",
      "maxLength": 2000
     },
     "redirect_button_background_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of the button on the thank-you page, such as `#1a7f37`. Null (default) for `button_background_color`.",
      "maxLength": 7
     },
     "redirect_button_text_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of its text, such as `#ffffff`. Null (default) for `button_text_color`. Black or white if it cannot be read on the background.",
      "maxLength": 7
     },
     "contribute_to_spam_training": {
      "type": "boolean",
      "description": "True (default): submissions of the form that a user marks as spam or ham train the spam classifier of the account, and Akismet is told of corrections if the form uses it."
     },
     "opening_marks_read": {
      "type": "boolean",
      "description": "True: opening a submission in the dashboard also marks it read. Default false: opening only sets `seen_at`. Always false while `queue_consumer` is set, and true is then rejected, since opening would take work from that program."
     },
     "honeypot_field": {
      "type": "string",
      "description": "Name of the hidden field that marks a post as spam if it is filled in. Default `_gotcha`. `_gotcha`, `_honey` and `_honeypot` do so on every form.",
      "minLength": 1,
      "maxLength": 200
     },
     "duplicate_filter": {
      "type": "boolean",
      "description": "True (default): a post with the same fields as one in the last 10 minutes is spam (reason `duplicate`). Up to 200 characters without an e-mail address are only compared with posts from the same IP address. Posts with files are not compared."
     },
     "allowed_domains": {
      "type": "array",
      "description": "Domains, with their subdomains, whose pages may post; posts from other sites are rejected with 403. A post may also ask for a redirect to them (`_redirect`). Empty (default): every site may post.",
      "maxItems": 200,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "blocked_domains": {
      "type": "array",
      "description": "Domains, with their subdomains. A post with a link or an e-mail address to one of them is spam. Empty by default.",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "content_blacklist": {
      "type": "array",
      "description": "Words and phrases that make a post spam: whole words, case-insensitive. Empty by default.",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 200
      }
     },
     "spam_checks": {
      "$ref": "#/components/schemas/SpamCheckSettings"
     },
     "captcha": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Captcha"
       },
       {
        "type": "null"
       }
      ],
      "description": "Captcha of the form. Null (default) for none."
     },
     "force_recaptcha": {
      "type": "boolean",
      "description": "True: `captcha` is reCAPTCHA. Setting it needs the keys in `captcha`; false turns that captcha off. One of the three `force_` members is true at most."
     },
     "force_hcaptcha": {
      "type": "boolean",
      "description": "As `force_recaptcha`, for hCaptcha."
     },
     "force_turnstile": {
      "type": "boolean",
      "description": "As `force_recaptcha`, for Turnstile. The keys may be sent as `turnstile_site_key` and `turnstile_secret`."
     },
     "turnstile_site_key": {
      "type": [
       "string",
       "null"
      ],
      "description": "`site_key` of `captcha` if that is Turnstile, otherwise null."
     },
     "turnstile_secret": {
      "type": [
       "string",
       "null"
      ],
      "description": "`secret` of `captcha` if that is Turnstile, otherwise null; masked in responses."
     },
     "smtp_email_validation": {
      "type": "boolean",
      "description": "The spam check `mail_domain` of `spam_checks`."
     },
     "whitelist_source_domains": {
      "type": [
       "string",
       "null"
      ],
      "description": "`allowed_domains`, separated by commas. Null or empty for none. A request that changes both to different values is rejected with 422.",
      "maxLength": 60000
     },
     "retention_days": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 0,
      "maximum": 36500,
      "description": "Read submissions are deleted this many days after arrival, once none of their deliveries is queued or in progress. 0 (default) keeps them; null is accepted for 0."
     },
     "retention_includes_unread": {
      "type": "boolean",
      "description": "True: retention also deletes unread submissions. Default false."
     },
     "fields": {
      "type": "array",
      "description": "Field rules. A post that breaks one is rejected with 422 and not stored. Fields without a rule are stored as they are sent. Empty (default): every post is stored.",
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/FieldRule"
      }
     },
     "lead_scoring": {
      "$ref": "#/components/schemas/LeadScoring"
     },
     "notification_emails": {
      "type": "string",
      "description": "E-mail addresses that get the notifications, at most 50, separated by commas. Omitted keeps the list, empty text (default) clears it. Addresses that are there twice are kept once. Empty with a form API key.",
      "maxLength": 20000
     },
     "notification_cc_emails": {
      "type": "string",
      "description": "As `notification_emails`, for recipients in Cc.",
      "maxLength": 20000
     },
     "notification_bcc_emails": {
      "type": "string",
      "description": "As `notification_emails`, for recipients in Bcc, which other recipients do not see.",
      "maxLength": 20000
     },
     "notification_subject": {
      "type": [
       "string",
       "null"
      ],
      "description": "Subject of notifications, a template as in webhooks with the format `custom`. Null (default) or empty for the built-in one.",
      "maxLength": 500
     },
     "notification_from_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the sender of notifications; the address is always that of the server. Null (default) for the name of the form.",
      "maxLength": 200
     },
     "notification_schedule": {
      "type": "string",
      "description": "When notifications are sent: one for each submission (`immediately`, default), or one for all submissions of an hour, day or week, or none (`off`).",
      "enum": [
       "immediately",
       "hourly",
       "daily",
       "weekly",
       "off"
      ]
     },
     "notification_hour": {
      "type": "integer",
      "description": "Hour of daily and weekly notifications in the time zone of the form. Default 8.",
      "minimum": 0,
      "maximum": 23
     },
     "notification_weekday": {
      "type": "string",
      "description": "Day of weekly notifications. Default `monday`.",
      "enum": [
       "monday",
       "tuesday",
       "wednesday",
       "thursday",
       "friday",
       "saturday",
       "sunday"
      ]
     },
     "exclude_submitter_from_reply": {
      "type": "boolean",
      "description": "True: a reply to a notification does not go to the submitter. Default false."
     },
     "notification_attachments": {
      "type": "string",
      "enum": [
       "links",
       "attached"
      ],
      "description": "How notifications contain the files of a submission. `attached`: as attachments too, up to 10 MiB together; larger ones only as links. Default `links`."
     },
     "data_receipt_email": {
      "type": "boolean",
      "description": "True: the submitter gets a copy of the submitted data by e-mail. Default false."
     },
     "autoreply": {
      "type": "boolean",
      "description": "True: the submitter gets an automatic answer by e-mail, once in 24 hours. Default false."
     },
     "autoreply_subject": {
      "type": [
       "string",
       "null"
      ],
      "description": "Subject of the automatic answer, a template. Null (default) for the built-in one.",
      "maxLength": 500
     },
     "autoreply_body": {
      "type": [
       "string",
       "null"
      ],
      "description": "Text of the automatic answer, a template. Null (default) for the built-in one.",
      "maxLength": 20000
     },
     "autoreply_from_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the sender of the automatic answer. Null (default) for the name of the form.",
      "maxLength": 200
     },
     "autoreply_greeting": {
      "type": [
       "string",
       "null"
      ],
      "description": "First line of the signature, such as `Kind regards`. Null by default.",
      "maxLength": 200
     },
     "autoreply_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name in the signature. Null by default.",
      "maxLength": 200
     },
     "autoreply_title": {
      "type": [
       "string",
       "null"
      ],
      "description": "Title or company in the signature. Null by default.",
      "maxLength": 200
     },
     "autoreply_email": {
      "type": [
       "string",
       "null"
      ],
      "description": "E-mail address in the signature. Replies to the automatic answer go there. Null by default.",
      "maxLength": 254
     },
     "custom_template": {
      "type": [
       "string",
       "null"
      ],
      "description": "HTML template of notifications. Null by default.",
      "maxLength": 100000
     },
     "use_custom_template": {
      "type": "boolean",
      "description": "True: notifications are made from `custom_template`, if there is one. Default false."
     },
     "autoreply_custom_template": {
      "type": [
       "string",
       "null"
      ],
      "description": "HTML template of the automatic answer. Null by default.",
      "maxLength": 100000
     },
     "autoreply_use_custom_template": {
      "type": "boolean",
      "description": "True: the automatic answer is made from `autoreply_custom_template`, if there is one. Default false."
     },
     "hide_dashboard_button": {
      "type": "boolean",
      "description": "True: notifications and digests have no links to the dashboard. Default false."
     },
     "logo": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL of an image, with https, at the top of e-mails and hosted pages. Null by default.",
      "maxLength": 2000
     },
     "button_background_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of buttons in e-mails and on hosted pages, such as `#1a7f37`. Null for the built-in one.",
      "maxLength": 7
     },
     "button_text_color": {
      "type": [
       "string",
       "null"
      ],
      "description": "Color of the text of buttons, such as `#ffffff`. Null for black or white, which also replace a color that cannot be read on that of the button.",
      "maxLength": 7
     },
     "language": {
      "type": [
       "string",
       "null"
      ],
      "description": "Language of e-mails, and of hosted pages for visitors whose own language is unknown or not available. Null (default) for English.",
      "enum": [
       "en",
       "de",
       "fr",
       "es",
       "it",
       "pt",
       "nl",
       "pl",
       "ja",
       null
      ]
     },
     "form": {
      "$ref": "#/components/schemas/FormSettings"
     }
    }
   },
   "RecipientInput": {
    "type": "object",
    "description": "An address.",
    "required": [
     "address"
    ],
    "properties": {
     "address": {
      "type": "string",
      "description": "E-mail address, in any letter case.",
      "maxLength": 254
     }
    }
   },
   "EmailPreviewInput": {
    "type": "object",
    "description": "Which e-mail to render.",
    "required": [
     "kind"
    ],
    "properties": {
     "kind": {
      "type": "string",
      "description": "`notification` to the recipients of the form, or `answer` to the submitter.",
      "enum": [
       "notification",
       "answer"
      ]
     },
     "form": {
      "$ref": "#/components/schemas/FormSettings"
     },
     "submission_id": {
      "$ref": "#/components/schemas/Id"
     }
    }
   },
   "EmailPreview": {
    "type": "object",
    "description": "A rendered e-mail: of the submission, or of a sample if `submission_id` is absent. Settings in `form` that change this e-mail replace the stored ones; others are ignored.",
    "required": [
     "from",
     "to",
     "cc",
     "reply_to",
     "subject",
     "text",
     "html"
    ],
    "properties": {
     "from": {
      "type": "object",
      "description": "The sender.",
      "required": [
       "name",
       "address"
      ],
      "properties": {
       "name": {
        "type": "string",
        "description": "Name of the sender."
       },
       "address": {
        "type": [
         "string",
         "null"
        ],
        "description": "Address of the server; null if e-mail is not set up."
       }
      }
     },
     "to": {
      "type": "array",
      "description": "Addresses in To.",
      "items": {
       "type": "string"
      }
     },
     "cc": {
      "type": "array",
      "description": "Addresses in Cc.",
      "items": {
       "type": "string"
      }
     },
     "reply_to": {
      "type": [
       "string",
       "null"
      ],
      "description": "Address that gets replies."
     },
     "subject": {
      "type": "string",
      "description": "The subject."
     },
     "text": {
      "type": "string",
      "description": "The text part."
     },
     "html": {
      "type": "string",
      "description": "The HTML part."
     }
    }
   },
   "TestEmail": {
    "type": "object",
    "description": "What became of a test e-mail.",
    "required": [
     "success",
     "to",
     "message",
     "smtp_status",
     "error_code"
    ],
    "properties": {
     "success": {
      "type": "boolean",
      "description": "Whether the relay has accepted it."
     },
     "to": {
      "type": "string",
      "description": "Where it was sent."
     },
     "message": {
      "type": "string",
      "description": "A sentence for people, with the answer of the relay."
     },
     "smtp_status": {
      "type": [
       "integer",
       "null"
      ],
      "description": "SMTP status code of the answer; null if there was none."
     },
     "error_code": {
      "type": [
       "string",
       "null"
      ],
      "description": "As that of an attempt of a delivery. Null if it was accepted, or not tried.",
      "x-values": [
       "http_status",
       "smtp_status",
       "dns_error",
       "connection_refused",
       "connection_reset",
       "timeout",
       "tls_error",
       "auth_failed",
       "blocked_address",
       "invalid_url",
       "render_failed",
       "worker_lost"
      ]
     }
    }
   },
   "Recipient": {
    "type": "object",
    "description": "A recipient of a form's e-mails.",
    "required": [
     "address",
     "list",
     "state",
     "confirmed_at",
     "confirmation_sent_at"
    ],
    "properties": {
     "address": {
      "type": "string",
      "description": "E-mail address."
     },
     "list": {
      "type": "string",
      "description": "The list that names it: `to` for `notification_emails`, `cc` or `bcc`. An address in several lists is in the first of them.",
      "enum": [
       "to",
       "cc",
       "bcc"
      ]
     },
     "state": {
      "type": "string",
      "description": "`active`: gets e-mails. `waiting`: has to confirm its address by the link that was sent to it. `unsubscribed`: does not want e-mails of this form. `suppressed`: e-mails to it failed for good three times.",
      "enum": [
       "active",
       "waiting",
       "unsubscribed",
       "suppressed"
      ]
     },
     "confirmed_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Time of the confirmation.",
      "format": "date-time"
     },
     "confirmation_sent_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "When the last message with the confirmation link was queued.",
      "format": "date-time"
     }
    }
   },
   "SuppressedAddress": {
    "type": "object",
    "description": "An address to which nothing is sent, since e-mails to it failed for good three times.",
    "required": [
     "address",
     "suppressed_at",
     "suppressed_reason"
    ],
    "properties": {
     "address": {
      "type": "string",
      "description": "E-mail address in lower case."
     },
     "suppressed_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of the third failure."
     },
     "suppressed_reason": {
      "type": [
       "string",
       "null"
      ],
      "description": "What the mail server answered."
     }
    }
   },
   "RecipientList": {
    "type": "object",
    "description": "The recipients of a form, and the suppressed addresses of its account.",
    "required": [
     "recipients",
     "suppressed"
    ],
    "properties": {
     "recipients": {
      "type": "array",
      "description": "In the order in which they were added.",
      "items": {
       "$ref": "#/components/schemas/Recipient"
      }
     },
     "suppressed": {
      "type": "array",
      "description": "The last 1,000 suppressed addresses of the account: recipients of any form, and submitters who would get an answer.",
      "items": {
       "$ref": "#/components/schemas/SuppressedAddress"
      }
     }
    }
   },
   "Account": {
    "type": "object",
    "description": "The account.",
    "required": [
     "id",
     "name",
     "alert_url",
     "alert_url_enabled",
     "alert_secret"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "name": {
      "type": "string",
      "description": "Name of the account."
     },
     "alert_url": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 2000,
      "description": "URL to which alerts are sent as JSON, signed and retried like deliveries to webhooks: an `AlertMessage`. Null: none."
     },
     "alert_url_enabled": {
      "type": "boolean",
      "description": "False if there is no `alert_url`, or if its receiver answered 410 Gone. Setting the URL enables it again."
     },
     "alert_secret": {
      "type": [
       "string",
       "null"
      ],
      "description": "The signing secret, masked. Null if there is no `alert_url`."
     }
    }
   },
   "AccountSettings": {
    "type": "object",
    "description": "Writable account settings.",
    "properties": {
     "alert_url": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 2000,
      "description": "URL to which alerts are sent as JSON, signed and retried like deliveries to webhooks: an `AlertMessage`. Null: none."
     }
    }
   },
   "AccountInput": {
    "type": "object",
    "description": "Writable account settings, flat or wrapped in `account`.",
    "properties": {
     "alert_url": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 2000,
      "description": "URL to which alerts are sent as JSON, signed and retried like deliveries to webhooks: an `AlertMessage`. Null: none."
     },
     "account": {
      "$ref": "#/components/schemas/AccountSettings"
     }
    }
   },
   "AlertSecret": {
    "type": "object",
    "description": "Signing secret of alerts.",
    "required": [
     "signing_secret"
    ],
    "properties": {
     "signing_secret": {
      "type": [
       "string",
       "null"
      ],
      "description": "The secret. Null if there is no `alert_url`."
     }
    }
   },
   "Alert": {
    "type": "object",
    "description": "Something that the people of the account have to know.",
    "required": [
     "id",
     "kind",
     "message",
     "webhook_id",
     "webhook",
     "form",
     "last_error",
     "since",
     "raised_at",
     "resolved_at",
     "resolution"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "kind": {
      "type": "string",
      "enum": [
       "webhook_failing",
       "webhook_disabled",
       "deliveries_late",
       "disk_low",
       "quota_low",
       "mail_failing"
      ],
      "description": "`disk_low` is shown to the oldest account only, whose people run the server."
     },
     "message": {
      "type": "string",
      "description": "One or two sentences in English."
     },
     "webhook_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Of the two kinds about a webhook."
     },
     "webhook": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the webhook, as of the time of the alert."
     },
     "form": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the form, as of the time of the alert."
     },
     "last_error": {
      "type": [
       "string",
       "null"
      ],
      "description": "What the receiver answered, or why it could not be reached."
     },
     "since": {
      "type": "string",
      "format": "date-time",
      "description": "When it began."
     },
     "raised_at": {
      "type": "string",
      "format": "date-time",
      "description": "When the alert was raised."
     },
     "resolved_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "When it was over. Null while the alert is open."
     },
     "resolution": {
      "type": [
       "string",
       "null"
      ],
      "enum": [
       "recovered",
       "withdrawn",
       null
      ],
      "description": "`withdrawn`: somebody has seen to it, for example by disabling the webhook. Nobody is told then."
     }
    }
   },
   "AlertMessage": {
    "type": "object",
    "description": "What is sent to `alert_url`. Chats that read a member `text` show it.",
    "required": [
     "type",
     "text",
     "alert"
    ],
    "properties": {
     "type": {
      "type": "string",
      "enum": [
       "alert.raised",
       "alert.resolved"
      ],
      "description": "Whether the alert is raised or over."
     },
     "text": {
      "type": "string",
      "description": "The message, with `&`, `<` and `>` escaped."
     },
     "alert": {
      "type": "object",
      "description": "The alert as `GET /api/v1/alerts` shows it, without `id`.",
      "required": [
       "kind",
       "message",
       "webhook_id",
       "webhook",
       "form",
       "last_error",
       "since",
       "raised_at",
       "resolved_at",
       "resolution"
      ],
      "properties": {
       "kind": {
        "type": "string",
        "enum": [
         "webhook_failing",
         "webhook_disabled",
         "deliveries_late",
         "disk_low",
         "quota_low",
         "mail_failing"
        ],
        "description": "`disk_low` is shown to the oldest account only, whose people run the server."
       },
       "message": {
        "type": "string",
        "description": "One or two sentences in English."
       },
       "webhook_id": {
        "type": [
         "integer",
         "null"
        ],
        "format": "int64",
        "description": "Of the two kinds about a webhook."
       },
       "webhook": {
        "type": [
         "string",
         "null"
        ],
        "description": "Name of the webhook, as of the time of the alert."
       },
       "form": {
        "type": [
         "string",
         "null"
        ],
        "description": "Name of the form, as of the time of the alert."
       },
       "last_error": {
        "type": [
         "string",
         "null"
        ],
        "description": "What the receiver answered, or why it could not be reached."
       },
       "since": {
        "type": "string",
        "format": "date-time",
        "description": "When it began."
       },
       "raised_at": {
        "type": "string",
        "format": "date-time",
        "description": "When the alert was raised."
       },
       "resolved_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "When it was over. Null while the alert is open."
       },
       "resolution": {
        "type": [
         "string",
         "null"
        ],
        "enum": [
         "recovered",
         "withdrawn",
         null
        ],
        "description": "`withdrawn`: somebody has seen to it, for example by disabling the webhook. Nobody is told then."
       }
      }
     }
    }
   },
   "AlertList": {
    "type": "object",
    "description": "Alerts.",
    "required": [
     "alerts"
    ],
    "properties": {
     "alerts": {
      "type": "array",
      "description": "The newest first.",
      "items": {
       "$ref": "#/components/schemas/Alert"
      }
     }
    }
   },
   "Project": {
    "type": "object",
    "description": "A group of forms.",
    "required": [
     "id",
     "name",
     "created_at",
     "updated_at"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "name": {
      "type": "string",
      "description": "Name of the project."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of creation."
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of the last change."
     }
    }
   },
   "Domain": {
    "type": "object",
    "description": "A host under which the server is reached.",
    "required": [
     "id",
     "name",
     "created_at",
     "updated_at"
    ],
    "properties": {
     "id": {
      "allOf": [
       {
        "$ref": "#/components/schemas/Id"
       }
      ],
      "description": "Position in the settings of the server, from 1."
     },
     "name": {
      "type": "string",
      "description": "Host name or address."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of creation of the account."
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "As `created_at`."
     }
    }
   },
   "ProjectSettings": {
    "type": "object",
    "description": "Writable project settings.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "Name of the project."
     }
    }
   },
   "ProjectInput": {
    "type": "object",
    "description": "Writable project settings, flat or wrapped in `project`.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "Name of the project."
     },
     "project": {
      "$ref": "#/components/schemas/ProjectSettings"
     }
    }
   },
   "WebhookHeader": {
    "type": "object",
    "description": "A custom HTTP header that is sent with each delivery.",
    "required": [
     "name",
     "value"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the header. Headers that the server sets itself, such as `Content-Type`, are not allowed (422).",
      "minLength": 1,
      "maxLength": 200
     },
     "value": {
      "type": "string",
      "description": "Masked in responses. Sending the mask back keeps the stored value.",
      "maxLength": 4000
     }
    }
   },
   "FormWebhook": {
    "type": "object",
    "description": "A URL that the submissions of a form are delivered to.",
    "required": [
     "id",
     "form_id",
     "name",
     "url",
     "format",
     "content_type",
     "template",
     "headers",
     "trigger_when_spam",
     "enabled",
     "disabled_reason",
     "signing_secret",
     "failure_count",
     "last_failure_at",
     "created_at",
     "updated_at"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "form_id": {
      "$ref": "#/components/schemas/Id"
     },
     "name": {
      "type": "string",
      "description": "Name of the webhook. Default `Webhook`.",
      "minLength": 1,
      "maxLength": 200
     },
     "url": {
      "type": "string",
      "description": "http or https URL without user name and password. A URL that leads to an internal address, as far as the URL itself tells, is refused (422) unless INTRAY_WEBHOOK_ALLOW names it.",
      "minLength": 1,
      "maxLength": 2000
     },
     "format": {
      "$ref": "#/components/schemas/WebhookFormat"
     },
     "content_type": {
      "type": [
       "string",
       "null"
      ],
      "description": "Content-Type of the format `custom`: one of `application/json`, `application/xml`, `application/x-www-form-urlencoded`, `multipart/form-data`, `text/plain` and `application/graphql`. Null (default) for `application/json`. Other formats ignore it.",
      "maxLength": 200
     },
     "template": {
      "type": [
       "string",
       "null"
      ],
      "description": "Handlebars template of the format `custom`, which requires it. Checked when it is saved: an error is 422 with line and column. Null by default. Other formats ignore it.",
      "maxLength": 100000
     },
     "headers": {
      "type": "array",
      "description": "Custom HTTP headers; names are unique. Sending them replaces them all. Empty by default.",
      "maxItems": 50,
      "items": {
       "$ref": "#/components/schemas/WebhookHeader"
      }
     },
     "trigger_when_spam": {
      "type": "boolean",
      "description": "True: spam is delivered too. Default false."
     },
     "enabled": {
      "type": "boolean",
      "description": "False: nothing is delivered; new submissions get a log entry in the state `skipped`. Default true."
     },
     "disabled_reason": {
      "type": [
       "string",
       "null"
      ],
      "description": "`by_hand`: disabled by a user. `gone`: the receiver answered 410. `failing`: only failures for five days. Null if it was not disabled.",
      "x-values": [
       "by_hand",
       "gone",
       "failing"
      ]
     },
     "signing_secret": {
      "type": "string",
      "description": "Masked: `whsec_…` and the last four characters."
     },
     "failure_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of failed attempts since the last successful one."
     },
     "last_failure_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Time of the last failed attempt. Null if there was none.",
      "format": "date-time"
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of creation."
     },
     "updated_at": {
      "type": "string",
      "description": "Time of the last change of a setting or secret.",
      "format": "date-time"
     }
    }
   },
   "FormWebhookSettings": {
    "type": "object",
    "description": "Writable webhook settings.",
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the webhook. Default `Webhook`.",
      "minLength": 1,
      "maxLength": 200
     },
     "url": {
      "type": "string",
      "description": "http or https URL without user name and password. A URL that leads to an internal address, as far as the URL itself tells, is refused (422) unless INTRAY_WEBHOOK_ALLOW names it.",
      "minLength": 1,
      "maxLength": 2000
     },
     "format": {
      "$ref": "#/components/schemas/WebhookFormat"
     },
     "content_type": {
      "type": [
       "string",
       "null"
      ],
      "description": "Content-Type of the format `custom`: one of `application/json`, `application/xml`, `application/x-www-form-urlencoded`, `multipart/form-data`, `text/plain` and `application/graphql`. Null (default) for `application/json`. Other formats ignore it.",
      "maxLength": 200
     },
     "template": {
      "type": [
       "string",
       "null"
      ],
      "description": "Handlebars template of the format `custom`, which requires it. Checked when it is saved: an error is 422 with line and column. Null by default. Other formats ignore it.",
      "maxLength": 100000
     },
     "headers": {
      "type": "array",
      "description": "Custom HTTP headers; names are unique. Sending them replaces them all. Empty by default.",
      "maxItems": 50,
      "items": {
       "$ref": "#/components/schemas/WebhookHeader"
      }
     },
     "trigger_when_spam": {
      "type": "boolean",
      "description": "True: spam is delivered too. Default false."
     },
     "enabled": {
      "type": "boolean",
      "description": "False: nothing is delivered; new submissions get a log entry in the state `skipped`. Default true."
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "$ref": "#/components/schemas/FormRef"
       }
      ],
      "description": "Id or uuid of the form. Required on creation; cannot change afterwards (422)."
     },
     "signing_secret": {
      "type": "string",
      "description": "Read-only; another value is rejected (422)."
     }
    }
   },
   "FormWebhookInput": {
    "type": "object",
    "description": "Writable webhook settings, flat or wrapped in `form_webhook`.",
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the webhook. Default `Webhook`.",
      "minLength": 1,
      "maxLength": 200
     },
     "url": {
      "type": "string",
      "description": "http or https URL without user name and password. A URL that leads to an internal address, as far as the URL itself tells, is refused (422) unless INTRAY_WEBHOOK_ALLOW names it.",
      "minLength": 1,
      "maxLength": 2000
     },
     "format": {
      "$ref": "#/components/schemas/WebhookFormat"
     },
     "content_type": {
      "type": [
       "string",
       "null"
      ],
      "description": "Content-Type of the format `custom`: one of `application/json`, `application/xml`, `application/x-www-form-urlencoded`, `multipart/form-data`, `text/plain` and `application/graphql`. Null (default) for `application/json`. Other formats ignore it.",
      "maxLength": 200
     },
     "template": {
      "type": [
       "string",
       "null"
      ],
      "description": "Handlebars template of the format `custom`, which requires it. Checked when it is saved: an error is 422 with line and column. Null by default. Other formats ignore it.",
      "maxLength": 100000
     },
     "headers": {
      "type": "array",
      "description": "Custom HTTP headers; names are unique. Sending them replaces them all. Empty by default.",
      "maxItems": 50,
      "items": {
       "$ref": "#/components/schemas/WebhookHeader"
      }
     },
     "trigger_when_spam": {
      "type": "boolean",
      "description": "True: spam is delivered too. Default false."
     },
     "enabled": {
      "type": "boolean",
      "description": "False: nothing is delivered; new submissions get a log entry in the state `skipped`. Default true."
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "$ref": "#/components/schemas/FormRef"
       }
      ],
      "description": "Id or uuid of the form. Required on creation; cannot change afterwards (422)."
     },
     "signing_secret": {
      "type": "string",
      "description": "Read-only; another value is rejected (422)."
     },
     "form_webhook": {
      "$ref": "#/components/schemas/FormWebhookSettings"
     }
    }
   },
   "SigningSecret": {
    "type": "object",
    "description": "Signing secrets of a webhook.",
    "required": [
     "signing_secret",
     "next_signing_secret"
    ],
    "properties": {
     "signing_secret": {
      "type": "string",
      "description": "The secret that signs deliveries."
     },
     "next_signing_secret": {
      "type": [
       "string",
       "null"
      ],
      "description": "The staged secret. Null if no rotation is staged."
     }
    }
   },
   "RegenerateSecret": {
    "type": "object",
    "description": "Empty to replace the secret at once; `stage` or `activate`, not both, for a rotation.",
    "properties": {
     "stage": {
      "type": "boolean",
      "description": "True: generate the next secret without using it yet."
     },
     "activate": {
      "type": "boolean",
      "description": "True: the staged secret becomes the current one."
     }
    }
   },
   "RefireFailed": {
    "type": "object",
    "description": "Which failed deliveries to send again.",
    "required": [
     "since"
    ],
    "properties": {
     "since": {
      "type": "string",
      "description": "Deliveries that finished at this time or later: an ISO 8601 date or date-time, such as `2026-01-31T12:00:00Z`. UTC if it has no offset."
     },
     "undelivered_only": {
      "type": "boolean",
      "default": false,
      "description": "True leaves out submissions that an earlier delivery to this webhook has delivered, such as those whose re-fire failed."
     }
    }
   },
   "PreviewInput": {
    "type": "object",
    "description": "What to render.",
    "required": [
     "form_webhook"
    ],
    "properties": {
     "form_webhook": {
      "$ref": "#/components/schemas/FormWebhookSettings"
     },
     "submission_id": {
      "$ref": "#/components/schemas/Id"
     }
    }
   },
   "Preview": {
    "type": "object",
    "description": "A rendered payload.",
    "required": [
     "content_type",
     "body"
    ],
    "properties": {
     "content_type": {
      "type": "string",
      "description": "Content-Type of the payload."
     },
     "body": {
      "type": "string",
      "description": "The payload as text."
     }
    }
   },
   "WebhookRequest": {
    "type": "object",
    "description": "The request that was sent.",
    "required": [
     "content_type",
     "bytes",
     "body_sha256",
     "rendered_again"
    ],
    "properties": {
     "content_type": {
      "type": "string",
      "description": "Content-Type of the body."
     },
     "bytes": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Size of the body in bytes."
     },
     "body_sha256": {
      "type": "string",
      "description": "SHA-256 of the body, in hex."
     },
     "rendered_again": {
      "type": "boolean",
      "description": "True if the body of an earlier delivery was pruned and this one was rendered anew; the two may differ."
     }
    }
   },
   "WebhookAttempt": {
    "type": "object",
    "description": "One attempt of a delivery.",
    "required": [
     "number",
     "started_at",
     "duration_ms",
     "outcome",
     "http_status",
     "error_code",
     "response_excerpt",
     "remote_ip",
     "next_attempt_at"
    ],
    "properties": {
     "number": {
      "$ref": "#/components/schemas/Id"
     },
     "started_at": {
      "type": "string",
      "format": "date-time",
      "description": "Start of the attempt."
     },
     "duration_ms": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Duration in milliseconds."
     },
     "outcome": {
      "type": "string",
      "description": "`blocked`: the receiver's address is not allowed. `worker_lost`: the server process ended during the attempt. `stale`: another process had taken over the delivery. `aborted`: interrupted because the server stopped. The last three do not count.",
      "enum": [
       "succeeded",
       "failed",
       "blocked",
       "worker_lost",
       "stale",
       "aborted"
      ]
     },
     "http_status": {
      "type": [
       "integer",
       "null"
      ],
      "description": "Status of the response. Null if there was none."
     },
     "error_code": {
      "type": [
       "string",
       "null"
      ],
      "description": "`http_status`, `dns_error`, `connection_refused`, `connection_reset`, `timeout`, `tls_error`, `auth_failed`, `blocked_address`, `invalid_url`, `render_failed` or `worker_lost`. Null if the attempt succeeded.",
      "x-values": [
       "http_status",
       "smtp_status",
       "dns_error",
       "connection_refused",
       "connection_reset",
       "timeout",
       "tls_error",
       "auth_failed",
       "blocked_address",
       "invalid_url",
       "render_failed",
       "worker_lost"
      ]
     },
     "response_excerpt": {
      "type": [
       "string",
       "null"
      ],
      "description": "The first 4 KiB of the response body, or details of the error. Null if there is neither."
     },
     "remote_ip": {
      "type": [
       "string",
       "null"
      ],
      "description": "IP address of the receiver. Null if no connection was made."
     },
     "next_attempt_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Time of the next attempt. Null if none follows.",
      "format": "date-time"
     }
    }
   },
   "WebhookLog": {
    "type": "object",
    "description": "One delivery of a submission to a webhook, with its attempts.",
    "required": [
     "id",
     "submission_id",
     "webhook_id",
     "webhook_name",
     "url",
     "trigger",
     "state",
     "reason",
     "attempts_made",
     "max_attempts",
     "next_attempt_at",
     "created_at",
     "finished_at",
     "pruned_at",
     "request",
     "attempts"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "submission_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ],
      "description": "Null for a test with a sample."
     },
     "webhook_id": {
      "$ref": "#/components/schemas/Id"
     },
     "message_id": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 256,
      "description": "The `webhook-id` header of its requests, by which receivers detect duplicates. Null if the webhook was deleted, or a test was pruned. A server of version 0.1 sends none."
     },
     "webhook_name": {
      "type": "string",
      "description": "Name of the webhook when the delivery was queued."
     },
     "url": {
      "type": "string",
      "description": "URL of the webhook when the delivery was queued."
     },
     "trigger": {
      "$ref": "#/components/schemas/DeliveryTrigger"
     },
     "state": {
      "$ref": "#/components/schemas/DeliveryState"
     },
     "reason": {
      "type": [
       "string",
       "null"
      ],
      "description": "Why the delivery ended, such as `http_500`, `timeout`, `gone`, `poison`, `superseded` or `webhook_disabled`. Null while it is open, and if it succeeded."
     },
     "attempts_made": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of attempts that count toward `max_attempts`."
     },
     "max_attempts": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Maximum number of attempts. By default 16 over 24 to 28 hours; 1 for a test."
     },
     "next_attempt_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Time of the next attempt. Null if none is scheduled.",
      "format": "date-time"
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When the delivery was queued."
     },
     "finished_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "When the delivery reached its final state. Null until then.",
      "format": "date-time"
     },
     "pruned_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "When its attempts and body were deleted (`INTRAY_LOG_DAYS`, 30 days by default, after `finished_at`). Null until then."
     },
     "request": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/WebhookRequest"
       },
       {
        "type": "null"
       }
      ],
      "description": "The request that was sent. Null until the first attempt and after pruning."
     },
     "attempts": {
      "type": "array",
      "description": "Attempts, oldest first. Empty after pruning.",
      "items": {
       "$ref": "#/components/schemas/WebhookAttempt"
      }
     }
    }
   },
   "DeliveryAttempt": {
    "type": "object",
    "description": "One attempt of a delivery to a destination of any kind.",
    "required": [
     "number",
     "started_at",
     "duration_ms",
     "outcome",
     "http_status",
     "smtp_status",
     "error_code",
     "response_excerpt",
     "remote_ip",
     "next_attempt_at"
    ],
    "properties": {
     "number": {
      "$ref": "#/components/schemas/Id"
     },
     "started_at": {
      "type": "string",
      "format": "date-time",
      "description": "Start of the attempt."
     },
     "duration_ms": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Duration in milliseconds."
     },
     "outcome": {
      "type": "string",
      "description": "`blocked`: the receiver's address is not allowed. `worker_lost`: the server process ended during the attempt. `stale`: another process had taken over the delivery. `aborted`: interrupted because the server stopped. The last three do not count.",
      "enum": [
       "succeeded",
       "failed",
       "blocked",
       "worker_lost",
       "stale",
       "aborted"
      ]
     },
     "http_status": {
      "type": [
       "integer",
       "null"
      ],
      "description": "HTTP status of a webhook's response. Null if there was none."
     },
     "smtp_status": {
      "type": [
       "integer",
       "null"
      ],
      "description": "SMTP status of the relay's answer, such as 250. Null if there was none."
     },
     "error_code": {
      "type": [
       "string",
       "null"
      ],
      "description": "`http_status`, `smtp_status`, `dns_error`, `connection_refused`, `connection_reset`, `timeout`, `tls_error`, `auth_failed`, `blocked_address`, `invalid_url`, `render_failed` or `worker_lost`. Null if the attempt succeeded.",
      "x-values": [
       "http_status",
       "smtp_status",
       "dns_error",
       "connection_refused",
       "connection_reset",
       "timeout",
       "tls_error",
       "auth_failed",
       "blocked_address",
       "invalid_url",
       "render_failed",
       "worker_lost"
      ]
     },
     "response_excerpt": {
      "type": [
       "string",
       "null"
      ],
      "description": "The first 4 KiB of the response body, the answer of the relay, or details of the error. Null if there is neither."
     },
     "remote_ip": {
      "type": [
       "string",
       "null"
      ],
      "description": "IP address of the receiver. Null if no connection was made."
     },
     "next_attempt_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Time of the next attempt. Null if none follows.",
      "format": "date-time"
     }
    }
   },
   "Delivery": {
    "type": "object",
    "description": "One delivery to a destination, with its attempts.",
    "required": [
     "id",
     "kind",
     "submission_id",
     "destination_id",
     "destination_name",
     "address",
     "message_id",
     "trigger",
     "state",
     "reason",
     "attempts_made",
     "max_attempts",
     "next_attempt_at",
     "created_at",
     "finished_at",
     "pruned_at",
     "request",
     "attempts"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "kind": {
      "$ref": "#/components/schemas/DestinationKind"
     },
     "submission_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ],
      "description": "Null for a delivery without a submission, such as a digest."
     },
     "destination_id": {
      "$ref": "#/components/schemas/Id",
      "description": "For a webhook it is the id of the webhook."
     },
     "message_id": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 256,
      "description": "The `webhook-id` header of its requests, or the Message-ID of its mail up to the @. It is the same for every repeat. Null if the destination was deleted, or the body of a delivery without a submission was pruned."
     },
     "destination_name": {
      "type": "string",
      "description": "Name of the destination when the delivery was queued."
     },
     "address": {
      "type": "string",
      "description": "URL or e-mail address of the destination when the delivery was queued."
     },
     "trigger": {
      "$ref": "#/components/schemas/DeliveryCause"
     },
     "state": {
      "$ref": "#/components/schemas/DeliveryState"
     },
     "reason": {
      "type": [
       "string",
       "null"
      ],
      "description": "Why the delivery ended, such as `http_500`, `smtp_550`, `timeout`, `gone`, `poison`, `superseded`, `unsubscribed`, or `not_set_up`: the server could not send e-mail for 28 hours. Null while it is open, and if it succeeded."
     },
     "attempts_made": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Number of attempts that count toward `max_attempts`."
     },
     "max_attempts": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "Maximum number of attempts. By default 16 over 24 to 28 hours; 1 for a test."
     },
     "next_attempt_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Time of the next attempt. Null if none is scheduled.",
      "format": "date-time"
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When the delivery was queued."
     },
     "finished_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "When the delivery reached its final state. Null until then.",
      "format": "date-time"
     },
     "pruned_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "When its attempts and body were deleted (`INTRAY_LOG_DAYS`, 30 days by default, after `finished_at`). Null until then."
     },
     "request": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/WebhookRequest"
       },
       {
        "type": "null"
       }
      ],
      "description": "What was sent. Null until the first attempt, after pruning, and for a request to confirm an address, which only its recipient may see."
     },
     "attempts": {
      "type": "array",
      "description": "Attempts, oldest first. Empty after pruning.",
      "items": {
       "$ref": "#/components/schemas/DeliveryAttempt"
      }
     }
    }
   },
   "KeyKind": {
    "type": "string",
    "description": "`account`: access to every form of the account. `form`: access to one form.",
    "enum": [
     "account",
     "form"
    ]
   },
   "KeyScope": {
    "type": "string",
    "description": "What an API key may do. `read`: operations that change nothing and reveal no secret. `write`: everything. Requests with GET need the scope `read`, all others `write`, unless `x-key-scope` of the operation says otherwise.",
    "enum": [
     "read",
     "write"
    ]
   },
   "ApiKey": {
    "type": "object",
    "description": "An API key without its text.",
    "required": [
     "id",
     "kind",
     "form_id",
     "name",
     "scope",
     "can_delete",
     "prefix",
     "expires_at",
     "last_used_at",
     "created_at"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "kind": {
      "$ref": "#/components/schemas/KeyKind"
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ],
      "description": "Form of a form API key. Null for an account API key."
     },
     "name": {
      "type": "string",
      "description": "Name of the API key."
     },
     "scope": {
      "$ref": "#/components/schemas/KeyScope"
     },
     "can_delete": {
      "type": "boolean",
      "description": "True if the key may delete submissions. Depends on the scope alone for an account API key."
     },
     "prefix": {
      "type": "string",
      "description": "The first 13 characters of the key."
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Requests with the key are rejected from this time on. Null if it never expires.",
      "format": "date-time"
     },
     "last_used_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Time of the last request with the key, updated at most once a minute. Null if it was never used.",
      "format": "date-time"
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of creation."
     }
    }
   },
   "ApiKeyWithText": {
    "type": "object",
    "description": "A new API key with its text, which is never shown again.",
    "required": [
     "id",
     "kind",
     "form_id",
     "name",
     "scope",
     "can_delete",
     "prefix",
     "expires_at",
     "last_used_at",
     "created_at",
     "key"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "kind": {
      "$ref": "#/components/schemas/KeyKind"
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ],
      "description": "Form of a form API key. Null for an account API key."
     },
     "name": {
      "type": "string",
      "description": "Name of the API key."
     },
     "scope": {
      "$ref": "#/components/schemas/KeyScope"
     },
     "can_delete": {
      "type": "boolean",
      "description": "True if the key may delete submissions. Depends on the scope alone for an account API key."
     },
     "prefix": {
      "type": "string",
      "description": "The first 13 characters of the key."
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Requests with the key are rejected from this time on. Null if it never expires.",
      "format": "date-time"
     },
     "last_used_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "Time of the last request with the key, updated at most once a minute. Null if it was never used.",
      "format": "date-time"
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of creation."
     },
     "key": {
      "type": [
       "string",
       "null"
      ],
      "description": "The text of the key. Null if an earlier request with the same idempotency key created it."
     },
     "message": {
      "type": "string",
      "description": "Present if `key` is null: why, and what to do."
     }
    }
   },
   "ApiKeySettings": {
    "type": "object",
    "description": "Settings of a new API key.",
    "properties": {
     "kind": {
      "$ref": "#/components/schemas/KeyKind"
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "$ref": "#/components/schemas/FormRef"
       },
       {
        "type": "null"
       }
      ],
      "description": "Id or uuid of the form. Required for a form API key; not allowed for an account API key (422)."
     },
     "name": {
      "type": "string",
      "description": "Name of the API key. Default `Account key`, or `Key of <form name>`.",
      "minLength": 1,
      "maxLength": 200
     },
     "can_delete": {
      "type": "boolean",
      "description": "True: a form API key may delete submissions; not with the scope `read` (422). Default false. Ignored for an account API key."
     },
     "scope": {
      "allOf": [
       {
        "$ref": "#/components/schemas/KeyScope"
       }
      ],
      "description": "What the key may do. Default `write`."
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "When the key expires: an ISO 8601 date or date-time in the future, at most ten years ahead. UTC if it has no offset; a date means its first moment. Null: never. Default null."
     },
     "expires_in": {
      "type": "integer",
      "minimum": 60,
      "maximum": 315360000,
      "description": "In how many seconds the key expires, by the clock of the server. Instead of `expires_at`."
     }
    }
   },
   "ApiKeyInput": {
    "type": "object",
    "description": "Settings of a new API key, flat or wrapped in `api_key`.",
    "properties": {
     "kind": {
      "$ref": "#/components/schemas/KeyKind"
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "$ref": "#/components/schemas/FormRef"
       },
       {
        "type": "null"
       }
      ],
      "description": "Id or uuid of the form. Required for a form API key; not allowed for an account API key (422)."
     },
     "name": {
      "type": "string",
      "description": "Name of the API key. Default `Account key`, or `Key of <form name>`.",
      "minLength": 1,
      "maxLength": 200
     },
     "can_delete": {
      "type": "boolean",
      "description": "True: a form API key may delete submissions; not with the scope `read` (422). Default false. Ignored for an account API key."
     },
     "scope": {
      "allOf": [
       {
        "$ref": "#/components/schemas/KeyScope"
       }
      ],
      "description": "What the key may do. Default `write`."
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "description": "When the key expires: an ISO 8601 date or date-time in the future, at most ten years ahead. UTC if it has no offset; a date means its first moment. Null: never. Default null."
     },
     "expires_in": {
      "type": "integer",
      "minimum": 60,
      "maximum": 315360000,
      "description": "In how many seconds the key expires, by the clock of the server. Instead of `expires_at`."
     },
     "api_key": {
      "$ref": "#/components/schemas/ApiKeySettings"
     }
    }
   },
   "AccountName": {
    "type": "object",
    "description": "Id and name of the account.",
    "required": [
     "id",
     "name"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "name": {
      "type": "string"
     }
    }
   },
   "Me": {
    "type": "object",
    "description": "The API key in use.",
    "required": [
     "kind",
     "form_id",
     "key_name",
     "scope",
     "expires_at",
     "account"
    ],
    "properties": {
     "kind": {
      "$ref": "#/components/schemas/KeyKind"
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ],
      "description": "Form of a form API key. Null for an account API key."
     },
     "key_name": {
      "type": "string",
      "description": "Name of the API key."
     },
     "scope": {
      "$ref": "#/components/schemas/KeyScope"
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Requests with the key are rejected from this time on. Null if it never expires."
     },
     "account": {
      "$ref": "#/components/schemas/AccountName"
     }
    }
   }
  }
 }
};
