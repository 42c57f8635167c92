// Written from openapi.yaml by scripts/generate.ts.
export const document: Readonly<Record<string, unknown>> = {
 "openapi": "3.1.1",
 "info": {
  "title": "Intray",
  "version": "0.1.0",
  "description": "A form backend. Web pages post to it; it stores each submission durably, tells spam from ham, pushes to webhooks, and lets programs pull submissions as a queue.",
  "license": {
   "name": "MIT",
   "identifier": "MIT"
  }
 },
 "servers": [
  {
   "url": "/",
   "description": "The server this document came from."
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
   "description": "What a web page posts to."
  },
  {
   "name": "submissions",
   "description": "What came in; unread ones are a queue."
  },
  {
   "name": "forms",
   "description": "Addresses to post to."
  },
  {
   "name": "projects",
   "description": "Groups of forms."
  },
  {
   "name": "webhooks",
   "description": "Where submissions are pushed to."
  },
  {
   "name": "logs",
   "description": "Every delivery with its attempts."
  },
  {
   "name": "attachments",
   "description": "The files of submissions."
  },
  {
   "name": "keys",
   "description": "Who may ask."
  },
  {
   "name": "server",
   "description": "The server itself."
  }
 ],
 "paths": {
  "/f/{form}": {
   "post": {
    "operationId": "postForm",
    "tags": [
     "intake"
    ],
    "summary": "Accept a form post",
    "description": "Answers a page or a redirect to a browser, and JSON to a program. The path may end in .json.",
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
      "description": "Stored durably, with its deliveries queued.",
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
      "description": "Stored durably; the browser goes on to the form's page.",
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
    "summary": "Get a puzzle for ALTCHA's widget",
    "description": "For forms whose captcha is altcha. A solution goes into the field altcha, counts once, and for an hour.",
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
      "description": "The puzzle.",
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
    "parameters": [
     {
      "$ref": "#/components/parameters/FormIdQuery"
     },
     {
      "name": "unread",
      "in": "query",
      "description": "Only unread (true) or only read (false).",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "filter_by",
      "in": "query",
      "description": "new, spam, trash or all, in any letter case.",
      "schema": {
       "type": "string",
       "pattern": "^(?:[nN][eE][wW]|[sS][pP][aA][mM]|[tT][rR][aA][sS][hH]|[aA][lL][lL])$"
      }
     },
     {
      "name": "spam_status",
      "in": "query",
      "description": "Only spam (true) or only ham (false).",
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
      "description": "Strictly before; without an offset, UTC.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "date_range",
      "in": "query",
      "description": "Both days included, UTC.",
      "schema": {
       "type": "string",
       "pattern": "^\\d{4}-\\d{2}-\\d{2} to \\d{4}-\\d{2}-\\d{2}$"
      }
     },
     {
      "name": "query",
      "in": "query",
      "description": "Text that a field value holds, in any letter case.",
      "schema": {
       "type": "string",
       "maxLength": 200
      }
     },
     {
      "name": "order_by",
      "in": "query",
      "description": "By e-mail with page only.",
      "schema": {
       "$ref": "#/components/schemas/SubmissionOrder"
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
      "description": "A page.",
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
    "responses": {
     "200": {
      "description": "The record.",
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
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
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
    "summary": "Mark a submission read, spam or trash",
    "description": "Marking it read takes it off the queue.",
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
      "description": "The record.",
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
     "404": {
      "$ref": "#/components/responses/NotFound"
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
    "summary": "Delete a submission and its files for good",
    "responses": {
     "200": {
      "description": "What was deleted.",
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
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
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
    "summary": "Mark many submissions at once",
    "description": "In one transaction; each with the effects of PATCH. An id that is named twice counts once, and one out of reach is not_found; when all are, the answer is 404.",
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
      "description": "What became of each.",
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
     "404": {
      "$ref": "#/components/responses/NotFound"
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
    "summary": "Lease submissions to one consumer",
    "description": "The oldest unread submissions that nobody holds, with claim_count raised. They stay in every list. Marking one read takes it off the queue, with or without the token; a lease that is not extended ends by time alone.",
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
      "description": "What was leased.",
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
    "summary": "Give leased submissions back",
    "description": "Ends the lease of what the token still holds. With retry_after_seconds no claim takes it before that time; with dead none does at all, until somebody marks it unread ({\"read\": false}), which also frees what was put off. 409 when the token holds none of them.",
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
      "description": "What became of each.",
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
    "summary": "Keep leased submissions longer",
    "description": "From now on, for what the token still holds of submission_ids, or for all that it holds. The answer names what is kept; 409 when that is nothing.",
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
      "description": "The longer lease.",
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
    "summary": "Send many submissions to their webhooks again",
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
      "description": "What was queued.",
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
     "404": {
      "$ref": "#/components/responses/NotFound"
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
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "responses": {
     "200": {
      "description": "What was queued.",
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
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
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
      "description": "A page.",
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
    "parameters": [
     {
      "$ref": "#/components/parameters/FormIdQuery"
     },
     {
      "name": "webhook_id",
      "in": "query",
      "description": "Of this webhook.",
      "schema": {
       "$ref": "#/components/schemas/Id"
      }
     },
     {
      "name": "state",
      "in": "query",
      "description": "In this state.",
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
      "description": "A page.",
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
    "summary": "Read the bytes that were sent",
    "description": "404 until the first attempt has rendered them, and after they were removed with age.",
    "responses": {
     "200": {
      "description": "The bytes, with the content type they were sent with.",
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
    "parameters": [
     {
      "$ref": "#/components/parameters/IdempotencyKey"
     }
    ],
    "responses": {
     "200": {
      "description": "What was queued.",
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
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
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
    "parameters": [
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
      "description": "A bare array; the whole of it unless a page is asked for.",
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
      "description": "A page.",
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
      "description": "The new record.",
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
    "responses": {
     "200": {
      "description": "The record.",
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
    "summary": "Change a form; members that are not sent stay",
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
      "description": "The record.",
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
      "description": "The record.",
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
    "responses": {
     "200": {
      "description": "What was deleted.",
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
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
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
      "description": "A page.",
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
      "description": "The new record.",
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
      "description": "The record.",
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
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
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
    "summary": "Change a project; members that are not sent stay",
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
      "description": "The record.",
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
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
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
      "description": "The record.",
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
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
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
    "parameters": [
     {
      "name": "force",
      "in": "query",
      "description": "Detach its forms instead of refusing.",
      "schema": {
       "type": "boolean"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "What was deleted.",
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
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
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
      "description": "A page.",
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
      "description": "The new record.",
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
      "description": "The record.",
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
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
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
    "summary": "Change a webhook; members that are not sent stay",
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
      "description": "The record.",
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
      "description": "The record.",
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
    "responses": {
     "200": {
      "description": "What was deleted.",
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
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
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
    "tags": [
     "webhooks"
    ],
    "summary": "Reveal the signing secret",
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
    "summary": "Replace the signing secret, at once or in two steps",
    "description": "Without a member the new secret alone signs from the next attempt on, retries included. With stage the next secret is prepared and shown, and the current one goes on signing; give the next one to the receiver. With activate it becomes the current one, and for 24 hours webhook-signature carries the signatures of both; X-Service-Signature that of the current.",
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
      "description": "The secrets as they are now.",
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
    "description": "One real delivery with today's settings, trigger test, attempted once: the newest submission of the form that is neither spam nor trash, or a sample when it has none.",
    "responses": {
     "200": {
      "description": "What was queued.",
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
     "409": {
      "$ref": "#/components/responses/Conflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
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
    "summary": "Send again what failed",
    "description": "Queues every submission whose last entry for this webhook is exhausted, blocked, canceled or skipped since then. What was sent since, or waits, is left alone, and so is what was canceled because its submission was marked spam or trash. The answer shows the first 100.",
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
      "description": "What was queued.",
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
    "tags": [
     "webhooks"
    ],
    "summary": "Render a payload without sending it",
    "description": "Of the submission that is named, or of a sample.",
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
      "description": "The payload.",
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
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedType"
     },
     "422": {
      "$ref": "#/components/responses/Invalid"
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
    "responses": {
     "200": {
      "description": "The file.",
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
      "description": "A part of the file.",
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
      "description": "The caller has these bytes already."
     },
     "401": {
      "$ref": "#/components/responses/Unauthenticated"
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "416": {
      "description": "The range lies outside the file."
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
     "description": "The unguessable part of the public link.",
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
    "security": [],
    "responses": {
     "200": {
      "description": "The file.",
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
      "description": "A part of the file.",
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
      "description": "The caller has these bytes already."
     },
     "404": {
      "$ref": "#/components/responses/NotFound"
     },
     "416": {
      "description": "The range lies outside the file."
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
    "summary": "List keys",
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
      "description": "A page.",
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
    "summary": "Create a key",
    "description": "The only answer that holds the text of the key.",
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
      "description": "The new record.",
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
    "summary": "Revoke a key",
    "responses": {
     "200": {
      "description": "What was revoked.",
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
     "413": {
      "$ref": "#/components/responses/TooLarge"
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
    "summary": "Say who this key is",
    "responses": {
     "200": {
      "description": "The key.",
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
    "summary": "Follow what happens",
    "description": "Server-Sent Events. `submission.created`, `submission.updated` and `submission.deleted` carry\n`{\"id\",\"form_id\"}`; `delivery.updated` carries `{\"id\",\"form_id\",\"submission_id\",\"webhook_id\",\"state\"}`,\nwhere `state` is that of the log, and is sent when a delivery is queued by a person, tried,\ncanceled or ended. No event holds a field's value. What a new submission queues by itself is\nnot told apart from the submission. A submission that is gone before its event is read is\ntold of as deleted alone.\n\nA stream begins with what happens from now on. Send the last `id` as `Last-Event-ID` to go on\nbehind it: nothing is left out for 24 hours, and a few events may come twice. An id that is\nolder, or that this server never gave, is answered with the event `reset`: list anew what you\nkeep, then go on reading. A comment is sent every 15 seconds when nothing happens. A stream\nends when its key is revoked and when the server stops.\n",
    "parameters": [
     {
      "$ref": "#/components/parameters/FormIdQuery"
     },
     {
      "name": "Last-Event-ID",
      "in": "header",
      "description": "The id of the last event that was read.",
      "schema": {
       "type": "string"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "Server-Sent Events, until one side ends them.",
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
    "summary": "Read this document",
    "security": [],
    "responses": {
     "200": {
      "description": "This document.",
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
    "summary": "Say that the process answers",
    "security": [],
    "responses": {
     "200": {
      "description": "It does.",
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
    "summary": "Say whether posts can be stored",
    "security": [],
    "responses": {
     "200": {
      "description": "They can.",
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
      "description": "They cannot.",
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
    "summary": "Read the metrics",
    "description": "Told to the server's own machine, or to whoever sends INTRAY_METRICS_TOKEN as a Bearer token.",
    "security": [],
    "responses": {
     "200": {
      "description": "Prometheus text.",
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
    "summary": "Read this reference as a page",
    "security": [],
    "responses": {
     "200": {
      "description": "A page.",
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
      "description": "The page is still the one whose ETag was sent."
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
    "description": "Authorization: Bearer <key>"
   },
   "token": {
    "type": "apiKey",
    "in": "header",
    "name": "Authorization",
    "description": "Authorization: Token <key>"
   },
   "apiToken": {
    "type": "apiKey",
    "in": "query",
    "name": "api_token",
    "description": "For callers that cannot set a header."
   }
  },
  "headers": {
   "RequestId": {
    "description": "Names this request in the log.",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "Authenticate": {
    "description": "How to send the key.",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "Allow": {
    "description": "The methods that are there.",
    "required": true,
    "schema": {
     "type": "string"
    }
   },
   "RetryAfter": {
    "description": "How many seconds to wait.",
    "required": true,
    "schema": {
     "type": "integer",
     "minimum": 1
    }
   },
   "Location": {
    "description": "The page to go on to.",
    "required": true,
    "schema": {
     "type": "string"
    }
   }
  },
  "parameters": {
   "IdempotencyKey": {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "1 to 255 printable ASCII characters. For 24 hours the same key of the same owner with the same content is done once: the first answer comes again, with the header Idempotency-Replayed, and never with the text of a key. With other content it is 409.",
    "schema": {
     "type": "string",
     "maxLength": 255
    }
   },
   "PostIdempotencyKey": {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "1 to 255 printable ASCII characters. For 24 hours the same key with the same fields and files in the same form is stored once, and answered with the first id. With other content it is a post of its own.",
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
    "description": "The form's id or uuid.",
    "schema": {
     "$ref": "#/components/schemas/FormRef"
    }
   },
   "CreatedAfter": {
    "name": "created_after",
    "in": "query",
    "description": "Strictly after; without an offset, UTC.",
    "schema": {
     "type": "string"
    }
   },
   "Page": {
    "name": "page",
    "in": "query",
    "description": "From 1.",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 1000000000
    }
   },
   "PerPage": {
    "name": "per_page",
    "in": "query",
    "description": "How many a page.",
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
    "description": "The next_cursor of the page before; bound to its filters.",
    "schema": {
     "type": "string",
     "maxLength": 500
    }
   }
  },
  "responses": {
   "Malformed": {
    "description": "The request cannot be read.",
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
    "description": "The key is missing, mistyped, unknown or revoked.",
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
    "description": "The key may not do this.",
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
    "description": "There is no such thing in the reach of this key.",
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
    "description": "Allow names the methods that are there.",
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
   "Conflict": {
    "description": "The request contradicts what is stored.",
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
   "TooLarge": {
    "description": "The request is larger than allowed.",
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
    "description": "The content type is not taken.",
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
    "description": "A value is wrong; errors names it.",
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
    "description": "Too many requests.",
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
    "description": "The server failed.",
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
    "description": "Try again after Retry-After.",
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
    "description": "The request cannot be read.",
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
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeForbidden": {
    "description": "The key may not do this.",
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
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeNotFound": {
    "description": "There is no such thing in the reach of this key.",
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
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeTooLarge": {
    "description": "The request is larger than allowed.",
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
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeUnsupportedType": {
    "description": "The content type is not taken.",
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
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeInvalid": {
    "description": "A value is wrong; errors names it.",
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
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeRateLimited": {
    "description": "Too many requests.",
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
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeInternal": {
    "description": "The server failed.",
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
     },
     "text/html": {
      "schema": {
       "type": "string"
      }
     }
    }
   },
   "IntakeUnavailable": {
    "description": "Try again after Retry-After.",
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
    "description": "Increasing."
   },
   "FormRef": {
    "type": "string",
    "pattern": "^(?:[0-9a-f]{12}|[1-9][0-9]{0,15})$",
    "description": "A form's id or uuid."
   },
   "ErrorCode": {
    "type": "string",
    "description": "What kind of refusal it is.",
    "enum": [
     "malformed",
     "unauthenticated",
     "forbidden",
     "not_found",
     "method_not_allowed",
     "conflict",
     "idempotency_key_reused",
     "too_large",
     "unsupported_type",
     "invalid",
     "empty",
     "rate_limited",
     "internal",
     "overloaded",
     "draining",
     "not_implemented"
    ]
   },
   "SubmissionOrder": {
    "type": "string",
    "description": "The order of a list.",
    "enum": [
     "date_desc",
     "date_asc",
     "email_asc",
     "email_desc"
    ]
   },
   "DeliveryState": {
    "type": "string",
    "description": "retrying = queued again after a failure.",
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
   "DeliveryTrigger": {
    "type": "string",
    "description": "Why a delivery was made.",
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
    "description": "How a payload is written.",
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
    "description": "One wrong member of a request.",
    "required": [
     "field",
     "code",
     "message"
    ],
    "properties": {
     "field": {
      "type": "string"
     },
     "code": {
      "type": "string"
     },
     "message": {
      "type": "string"
     }
    }
   },
   "Problem": {
    "type": "object",
    "description": "The body of every refusal.",
    "required": [
     "error",
     "code",
     "request_id"
    ],
    "properties": {
     "error": {
      "type": "string",
      "description": "One sentence: what, which, what to do."
     },
     "code": {
      "$ref": "#/components/schemas/ErrorCode"
     },
     "request_id": {
      "type": "string"
     },
     "errors": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FieldProblem"
      }
     }
    }
   },
   "Health": {
    "type": "object",
    "description": "How the server is.",
    "required": [
     "status"
    ],
    "properties": {
     "status": {
      "type": "string"
     }
    }
   },
   "PostResult": {
    "type": "object",
    "description": "A stored post.",
    "required": [
     "success",
     "id",
     "redirect_url"
    ],
    "properties": {
     "success": {
      "type": "boolean",
      "const": true
     },
     "id": {
      "$ref": "#/components/schemas/Id"
     },
     "redirect_url": {
      "type": [
       "string",
       "null"
      ]
     }
    }
   },
   "NameValue": {
    "type": "object",
    "description": "One pair.",
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
    "description": "One field, in the order received.",
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
    "description": "A text or a list of texts.",
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
    "description": "How promising it looks, where the form scores leads; every member is null until it is scored. Spam is not scored until it is marked ham.",
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
      "maximum": 100
     },
     "score_reasoning": {
      "type": [
       "string",
       "null"
      ]
     },
     "score_location_info": {
      "type": [
       "string",
       "null"
      ]
     }
    }
   },
   "Attachment": {
    "type": "object",
    "description": "A file of a submission.",
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
      "type": "string"
     },
     "form_name": {
      "type": "string"
     },
     "content_type": {
      "type": "string"
     },
     "file_size": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "sha256": {
      "type": "string",
      "description": "Of its bytes; also its ETag.",
      "pattern": "^[0-9a-f]{64}$"
     },
     "created_at": {
      "type": "string",
      "format": "date-time"
     },
     "attachment_proxy_url": {
      "type": "string",
      "description": "Needs a key."
     },
     "public_url": {
      "type": "string",
      "description": "Unguessable, needs no key."
     }
    }
   },
   "FormName": {
    "type": "object",
    "description": "Which form.",
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
    "description": "What a form post became.",
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
      ]
     },
     "payload_params": {
      "type": "object",
      "additionalProperties": {
       "$ref": "#/components/schemas/FieldValue"
      }
     },
     "form_params": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FormParam"
      }
     },
     "read": {
      "type": "boolean"
     },
     "spam": {
      "type": "boolean"
     },
     "trash": {
      "type": "boolean"
     },
     "spam_reason": {
      "type": [
       "string",
       "null"
      ]
     },
     "spam_findings": {
      "type": "array",
      "description": "Why it is spam; absent for ham.",
      "items": {
       "$ref": "#/components/schemas/SpamFinding"
      }
     },
     "source_url": {
      "type": [
       "string",
       "null"
      ]
     },
     "source_host": {
      "type": [
       "string",
       "null"
      ]
     },
     "source_path": {
      "type": [
       "string",
       "null"
      ]
     },
     "source_fragment": {
      "type": [
       "string",
       "null"
      ]
     },
     "source_query": {
      "type": [
       "array",
       "null"
      ],
      "items": {
       "$ref": "#/components/schemas/NameValue"
      }
     },
     "ip": {
      "type": [
       "string",
       "null"
      ]
     },
     "referrer": {
      "type": [
       "string",
       "null"
      ]
     },
     "user_agent": {
      "type": [
       "string",
       "null"
      ]
     },
     "geocoded_country": {
      "type": [
       "string",
       "null"
      ]
     },
     "geocoded_region": {
      "type": [
       "string",
       "null"
      ]
     },
     "geocoded_city": {
      "type": [
       "string",
       "null"
      ]
     },
     "attachments": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/Attachment"
      }
     },
     "claim_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "webhook_sent_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "created_at": {
      "type": "string",
      "format": "date-time"
     },
     "updated_at": {
      "type": "string",
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
      ]
     },
     "claim": {
      "$ref": "#/components/schemas/SubmissionClaim"
     }
    }
   },
   "SubmissionClaim": {
    "type": "object",
    "description": "What keeps claims away from it; absent while any may take it.",
    "required": [
     "state",
     "until",
     "consumer"
    ],
    "properties": {
     "state": {
      "type": "string",
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
      "description": "Null while it is dead."
     },
     "consumer": {
      "type": [
       "string",
       "null"
      ],
      "description": "Who has leased it."
     }
    }
   },
   "SpamFinding": {
    "type": "object",
    "description": "One reason to take a submission for spam; from a sum of weights of 1 on, it is.",
    "required": [
     "check",
     "weight",
     "sentence"
    ],
    "properties": {
     "check": {
      "type": "string"
     },
     "weight": {
      "type": "number",
      "minimum": -1,
      "maximum": 1,
      "description": "Below 0 it speaks for ham."
     },
     "sentence": {
      "type": "string"
     }
    }
   },
   "ListMeta": {
    "type": "object",
    "description": "Where in a list this page is.",
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
      "description": "All that the filters let through."
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "per_page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "next_cursor": {
      "type": [
       "string",
       "null"
      ]
     }
    }
   },
   "SubmissionListMeta": {
    "type": "object",
    "description": "Where in a list this page is, and how many there are of each kind.",
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
      "description": "All that the filters let through."
     },
     "page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "per_page": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "next_cursor": {
      "type": [
       "string",
       "null"
      ]
     },
     "count_exact": {
      "type": "boolean",
      "description": "False above 10000 by dates or query."
     },
     "inbox_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "unread_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "spam_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "trash_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "form_name": {
      "type": [
       "string",
       "null"
      ]
     }
    }
   },
   "SubmissionList": {
    "type": "object",
    "description": "A page of submissions.",
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
    "description": "A page.",
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
    "description": "A page.",
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
   "FormWebhookList": {
    "type": "object",
    "description": "A page.",
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
   "WebhookLogList": {
    "type": "object",
    "description": "A page.",
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
    "description": "A page.",
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
   "SubmissionChange": {
    "type": "object",
    "description": "What to set.",
    "properties": {
     "read": {
      "type": "boolean"
     },
     "spam": {
      "type": "boolean"
     },
     "trash": {
      "type": "boolean"
     }
    }
   },
   "SubmissionPatch": {
    "type": "object",
    "description": "Wrapped in submission.",
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
    "description": "Which, and what to set.",
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
     "set": {
      "$ref": "#/components/schemas/SubmissionChange"
     }
    }
   },
   "BulkResultItem": {
    "type": "object",
    "description": "What became of one.",
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
    "description": "What became of each, in the order asked for.",
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
    "description": "What became of one; not_leased = the token did not hold it any more.",
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
      "enum": [
       "released",
       "not_leased"
      ]
     }
    }
   },
   "ReleaseResult": {
    "type": "object",
    "description": "What became of each, in the order asked for.",
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
    "description": "Which submissions.",
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
     }
    }
   },
   "BulkRefireItem": {
    "type": "object",
    "description": "What became of one.",
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
      }
     }
    }
   },
   "BulkRefireResult": {
    "type": "object",
    "description": "What was queued.",
    "required": [
     "success",
     "message",
     "results"
    ],
    "properties": {
     "success": {
      "type": "boolean"
     },
     "message": {
      "type": "string"
     },
     "results": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/BulkRefireItem"
      }
     }
    }
   },
   "RefireResult": {
    "type": "object",
    "description": "What was queued.",
    "required": [
     "success",
     "message",
     "deliveries"
    ],
    "properties": {
     "success": {
      "type": "boolean"
     },
     "message": {
      "type": "string"
     },
     "deliveries": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/WebhookLog"
      }
     }
    }
   },
   "ClaimFilter": {
    "type": "string",
    "description": "Of what is unread and not in the trash: new = ham (the default), spam, unread = both.",
    "enum": [
     "new",
     "spam",
     "unread"
    ]
   },
   "Claim": {
    "type": "object",
    "description": "What to lease, and who takes it: a name that the record shows while it is leased.",
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
      ]
     },
     "filter": {
      "$ref": "#/components/schemas/ClaimFilter"
     },
     "limit": {
      "type": "integer",
      "minimum": 1,
      "maximum": 100
     },
     "lease_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 3600
     },
     "consumer": {
      "type": "string",
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
      "items": {
       "$ref": "#/components/schemas/Submission"
      }
     },
     "lease_token": {
      "type": "string"
     },
     "lease_expires_at": {
      "type": "string",
      "format": "date-time"
     }
    }
   },
   "Release": {
    "type": "object",
    "description": "What to give back.",
    "required": [
     "lease_token",
     "submission_ids"
    ],
    "properties": {
     "lease_token": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
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
      "maximum": 31536000
     },
     "dead": {
      "type": "boolean",
      "description": "Not together with retry_after_seconds."
     }
    }
   },
   "Extend": {
    "type": "object",
    "description": "What to keep.",
    "required": [
     "lease_token",
     "lease_seconds"
    ],
    "properties": {
     "lease_token": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "lease_seconds": {
      "type": "integer",
      "minimum": 1,
      "maximum": 3600
     },
     "submission_ids": {
      "type": "array",
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
    "description": "Who tells people from programs; the secret is masked. ALTCHA needs none, and asks nobody.",
    "required": [
     "provider"
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
      ]
     },
     "secret": {
      "type": [
       "string",
       "null"
      ]
     }
    }
   },
   "Challenge": {
    "type": "object",
    "description": "A puzzle as ALTCHA's widget takes it.",
    "required": [
     "parameters",
     "signature"
    ],
    "properties": {
     "parameters": {
      "type": "object",
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
        "type": "string"
       },
       "nonce": {
        "type": "string"
       },
       "salt": {
        "type": "string"
       },
       "cost": {
        "type": "integer",
        "minimum": 1
       },
       "keyLength": {
        "type": "integer",
        "minimum": 1
       },
       "keyPrefix": {
        "type": "string"
       },
       "expiresAt": {
        "type": "integer",
        "description": "Seconds since the epoch."
       }
      },
      "additionalProperties": true
     },
     "signature": {
      "type": "string"
     }
    }
   },
   "LeadScoring": {
    "type": "object",
    "description": "Whether leads are scored, and by whom. It is replaced as a whole.",
    "required": [
     "enabled"
    ],
    "properties": {
     "enabled": {
      "type": "boolean"
     },
     "provider": {
      "type": "string",
      "enum": [
       "rules",
       "http"
      ],
      "description": "rules (the default) are built in; http asks the model that the server is set up with (INTRAY_LEADS_URL), and falls back to the rules."
     },
     "instructions": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 4000,
      "description": "What a good lead is, for the model to read."
     },
     "delivery_wait_seconds": {
      "type": "integer",
      "minimum": 0,
      "maximum": 600,
      "description": "How long deliveries wait for the model's score (30 by default); then they go without."
     }
    },
    "additionalProperties": true
   },
   "SpamChecks": {
    "type": "object",
    "description": "Which checks posts go through.",
    "required": [
     "honeypot",
     "rate",
     "too_fast",
     "disposable",
     "links",
     "content",
     "classifier",
     "akismet"
    ],
    "properties": {
     "honeypot": {
      "type": "boolean",
      "description": "The hidden field was filled in."
     },
     "rate": {
      "type": "boolean",
      "description": "More posts of one address than INTRAY_RATE_LIMIT."
     },
     "too_fast": {
      "type": "boolean",
      "description": "Sent sooner after _started than people type."
     },
     "disposable": {
      "type": "boolean",
      "description": "The sender's address is thrown away after use."
     },
     "links": {
      "type": "boolean",
      "description": "There are more links than message."
     },
     "content": {
      "type": "boolean",
      "description": "Advertising, drawn letters, look-alike letters."
     },
     "classifier": {
      "type": "boolean",
      "description": "What people taught by marking submissions."
     },
     "akismet": {
      "type": "boolean",
      "description": "Ask Akismet, which is sent the post; off unless asked for."
     }
    }
   },
   "SpamCheckSettings": {
    "type": "object",
    "description": "Checks to switch on or off; others stay as they are.",
    "properties": {
     "honeypot": {
      "type": "boolean",
      "description": "The hidden field was filled in."
     },
     "rate": {
      "type": "boolean",
      "description": "More posts of one address than INTRAY_RATE_LIMIT."
     },
     "too_fast": {
      "type": "boolean",
      "description": "Sent sooner after _started than people type."
     },
     "disposable": {
      "type": "boolean",
      "description": "The sender's address is thrown away after use."
     },
     "links": {
      "type": "boolean",
      "description": "There are more links than message."
     },
     "content": {
      "type": "boolean",
      "description": "Advertising, drawn letters, look-alike letters."
     },
     "classifier": {
      "type": "boolean",
      "description": "What people taught by marking submissions."
     },
     "akismet": {
      "type": "boolean",
      "description": "Ask Akismet, which is sent the post; off unless asked for."
     }
    }
   },
   "Form": {
    "type": "object",
    "description": "An address to post to, and what becomes of its posts.",
    "required": [
     "id",
     "uuid",
     "name",
     "project_id",
     "timezone",
     "redirect_url",
     "redirect_heading",
     "redirect_message",
     "honeypot_field",
     "duplicate_filter",
     "allowed_domains",
     "blocked_domains",
     "content_blacklist",
     "spam_checks",
     "captcha",
     "retention_days",
     "retention_includes_unread",
     "lead_scoring",
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
      "pattern": "^[0-9a-f]{12}$"
     },
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "project_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ]
     },
     "timezone": {
      "type": "string",
      "maxLength": 100
     },
     "redirect_url": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 2000
     },
     "redirect_heading": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 500
     },
     "redirect_message": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 5000
     },
     "honeypot_field": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "duplicate_filter": {
      "type": "boolean"
     },
     "allowed_domains": {
      "type": "array",
      "maxItems": 200,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "blocked_domains": {
      "type": "array",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "content_blacklist": {
      "type": "array",
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
      ]
     },
     "retention_days": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 1,
      "maximum": 36500
     },
     "retention_includes_unread": {
      "type": "boolean",
      "description": "Else only what was read is removed."
     },
     "lead_scoring": {
      "$ref": "#/components/schemas/LeadScoring"
     },
     "project_name": {
      "type": [
       "string",
       "null"
      ]
     },
     "inbox_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "spam_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "trash_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "unread_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "form_webhooks": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FormWebhook"
      }
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
   "FormSettings": {
    "type": "object",
    "description": "What a form can be told.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "project_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ]
     },
     "timezone": {
      "type": "string",
      "maxLength": 100
     },
     "redirect_url": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 2000
     },
     "redirect_heading": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 500
     },
     "redirect_message": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 5000
     },
     "honeypot_field": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "duplicate_filter": {
      "type": "boolean"
     },
     "allowed_domains": {
      "type": "array",
      "maxItems": 200,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "blocked_domains": {
      "type": "array",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "content_blacklist": {
      "type": "array",
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
      ]
     },
     "retention_days": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 1,
      "maximum": 36500
     },
     "retention_includes_unread": {
      "type": "boolean",
      "description": "Else only what was read is removed."
     },
     "lead_scoring": {
      "$ref": "#/components/schemas/LeadScoring"
     }
    }
   },
   "FormInput": {
    "type": "object",
    "description": "Flat, or wrapped in form.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "project_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "type": "null"
       }
      ]
     },
     "timezone": {
      "type": "string",
      "maxLength": 100
     },
     "redirect_url": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 2000
     },
     "redirect_heading": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 500
     },
     "redirect_message": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 5000
     },
     "honeypot_field": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "duplicate_filter": {
      "type": "boolean"
     },
     "allowed_domains": {
      "type": "array",
      "maxItems": 200,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "blocked_domains": {
      "type": "array",
      "maxItems": 1000,
      "items": {
       "type": "string",
       "maxLength": 253
      }
     },
     "content_blacklist": {
      "type": "array",
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
      ]
     },
     "retention_days": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 1,
      "maximum": 36500
     },
     "retention_includes_unread": {
      "type": "boolean",
      "description": "Else only what was read is removed."
     },
     "lead_scoring": {
      "$ref": "#/components/schemas/LeadScoring"
     },
     "form": {
      "$ref": "#/components/schemas/FormSettings"
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
      "type": "string"
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
   "ProjectSettings": {
    "type": "object",
    "description": "What a project can be told.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     }
    }
   },
   "ProjectInput": {
    "type": "object",
    "description": "Flat, or wrapped in project.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "project": {
      "$ref": "#/components/schemas/ProjectSettings"
     }
    }
   },
   "WebhookHeader": {
    "type": "object",
    "description": "A header of your own; its value is masked when read.",
    "required": [
     "name",
     "value"
    ],
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "value": {
      "type": "string",
      "maxLength": 4000
     }
    }
   },
   "FormWebhook": {
    "type": "object",
    "description": "Where submissions of a form are pushed to.",
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
      "minLength": 1,
      "maxLength": 200
     },
     "url": {
      "type": "string",
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
      "maxLength": 200
     },
     "template": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 100000
     },
     "headers": {
      "type": "array",
      "maxItems": 50,
      "items": {
       "$ref": "#/components/schemas/WebhookHeader"
      }
     },
     "trigger_when_spam": {
      "type": "boolean"
     },
     "enabled": {
      "type": "boolean"
     },
     "disabled_reason": {
      "type": [
       "string",
       "null"
      ],
      "description": "by_hand, gone (it answered 410), failing (nothing but failures for five days)."
     },
     "signing_secret": {
      "type": "string",
      "description": "Masked."
     },
     "failure_count": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "last_failure_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
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
   "FormWebhookSettings": {
    "type": "object",
    "description": "What a webhook can be told.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "url": {
      "type": "string",
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
      "maxLength": 200
     },
     "template": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 100000
     },
     "headers": {
      "type": "array",
      "maxItems": 50,
      "items": {
       "$ref": "#/components/schemas/WebhookHeader"
      }
     },
     "trigger_when_spam": {
      "type": "boolean"
     },
     "enabled": {
      "type": "boolean"
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "$ref": "#/components/schemas/FormRef"
       }
      ]
     },
     "signing_secret": {
      "type": "string",
      "description": "Read-only; ignored."
     }
    }
   },
   "FormWebhookInput": {
    "type": "object",
    "description": "Flat, or wrapped in form_webhook.",
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "url": {
      "type": "string",
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
      "maxLength": 200
     },
     "template": {
      "type": [
       "string",
       "null"
      ],
      "maxLength": 100000
     },
     "headers": {
      "type": "array",
      "maxItems": 50,
      "items": {
       "$ref": "#/components/schemas/WebhookHeader"
      }
     },
     "trigger_when_spam": {
      "type": "boolean"
     },
     "enabled": {
      "type": "boolean"
     },
     "form_id": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/Id"
       },
       {
        "$ref": "#/components/schemas/FormRef"
       }
      ]
     },
     "signing_secret": {
      "type": "string",
      "description": "Read-only; ignored."
     },
     "form_webhook": {
      "$ref": "#/components/schemas/FormWebhookSettings"
     }
    }
   },
   "SigningSecret": {
    "type": "object",
    "description": "What signs the deliveries.",
    "required": [
     "signing_secret",
     "next_signing_secret"
    ],
    "properties": {
     "signing_secret": {
      "type": "string"
     },
     "next_signing_secret": {
      "type": [
       "string",
       "null"
      ]
     }
    }
   },
   "RegenerateSecret": {
    "type": "object",
    "description": "Nothing, for a new secret at once; stage or activate, for a rotation.",
    "properties": {
     "stage": {
      "type": "boolean",
      "description": "Prepare the next secret."
     },
     "activate": {
      "type": "boolean",
      "description": "Let the prepared secret sign."
     }
    }
   },
   "RefireFailed": {
    "type": "object",
    "description": "Since when.",
    "required": [
     "since"
    ],
    "properties": {
     "since": {
      "type": "string",
      "description": "A date or a time, such as 2026-01-31T12:00:00Z."
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
    "description": "A payload.",
    "required": [
     "content_type",
     "body"
    ],
    "properties": {
     "content_type": {
      "type": "string"
     },
     "body": {
      "type": "string"
     }
    }
   },
   "WebhookRequest": {
    "type": "object",
    "description": "What was sent.",
    "required": [
     "content_type",
     "bytes",
     "body_sha256",
     "rendered_again"
    ],
    "properties": {
     "content_type": {
      "type": "string"
     },
     "bytes": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "body_sha256": {
      "type": "string"
     },
     "rendered_again": {
      "type": "boolean",
      "description": "The bytes sent before had been removed with age; these may differ."
     }
    }
   },
   "WebhookAttempt": {
    "type": "object",
    "description": "One try.",
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
      "format": "date-time"
     },
     "duration_ms": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "outcome": {
      "type": "string",
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
      ]
     },
     "error_code": {
      "type": [
       "string",
       "null"
      ]
     },
     "response_excerpt": {
      "type": [
       "string",
       "null"
      ]
     },
     "remote_ip": {
      "type": [
       "string",
       "null"
      ]
     },
     "next_attempt_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     }
    }
   },
   "WebhookLog": {
    "type": "object",
    "description": "One delivery with its attempts.",
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
     "webhook_name": {
      "type": "string"
     },
     "url": {
      "type": "string"
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
      ]
     },
     "attempts_made": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "max_attempts": {
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
     },
     "next_attempt_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "created_at": {
      "type": "string",
      "format": "date-time"
     },
     "finished_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "pruned_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "When its attempts and sent bytes were removed with age."
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
      "description": "Null until the first try, and once pruned."
     },
     "attempts": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/WebhookAttempt"
      }
     }
    }
   },
   "KeyKind": {
    "type": "string",
    "description": "account = every form; form = one.",
    "enum": [
     "account",
     "form"
    ]
   },
   "ApiKey": {
    "type": "object",
    "description": "A key, without its text.",
    "required": [
     "id",
     "kind",
     "form_id",
     "name",
     "can_delete",
     "prefix",
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
      ]
     },
     "name": {
      "type": "string"
     },
     "can_delete": {
      "type": "boolean"
     },
     "prefix": {
      "type": "string",
      "description": "The first characters of the key."
     },
     "last_used_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "created_at": {
      "type": "string",
      "format": "date-time"
     }
    }
   },
   "ApiKeyWithText": {
    "type": "object",
    "description": "A new key; its text is shown only here.",
    "required": [
     "id",
     "kind",
     "form_id",
     "name",
     "can_delete",
     "prefix",
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
      ]
     },
     "name": {
      "type": "string"
     },
     "can_delete": {
      "type": "boolean"
     },
     "prefix": {
      "type": "string",
      "description": "The first characters of the key."
     },
     "last_used_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time"
     },
     "created_at": {
      "type": "string",
      "format": "date-time"
     },
     "key": {
      "type": [
       "string",
       "null"
      ],
      "description": "Null when the key was made by an earlier request with the same Idempotency-Key."
     },
     "message": {
      "type": "string",
      "description": "Why the text of the key is not shown, and what to do."
     }
    }
   },
   "ApiKeySettings": {
    "type": "object",
    "description": "What a key can be told.",
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
      ]
     },
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "can_delete": {
      "type": "boolean"
     }
    }
   },
   "ApiKeyInput": {
    "type": "object",
    "description": "Flat, or wrapped in api_key.",
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
      ]
     },
     "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     "can_delete": {
      "type": "boolean"
     },
     "api_key": {
      "$ref": "#/components/schemas/ApiKeySettings"
     }
    }
   },
   "AccountName": {
    "type": "object",
    "description": "Whose key.",
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
    "description": "Who a key is.",
    "required": [
     "kind",
     "form_id",
     "key_name",
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
      ]
     },
     "key_name": {
      "type": "string"
     },
     "account": {
      "$ref": "#/components/schemas/AccountName"
     }
    }
   }
  }
 }
};
