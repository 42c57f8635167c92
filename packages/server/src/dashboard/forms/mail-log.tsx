/** The last e-mails of a form: to whom, what became of them, and what the relay answered. */
import type { Form } from "@intray/sdk/schemas";
import { dataOf } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";
import { Card } from "../layout/card.tsx";
import { DeliveryList } from "../deliveries/delivery-list.tsx";
import { BodyDownload } from "../deliveries/delivery-request.tsx";
import { tabUrl } from "./groups.ts";
import { LinkButton } from "../layout/fields.tsx";

const SHOWN = 5;

type Props = { readonly c: DashboardContext; readonly form: Pick<Form, "id"> };

export async function MailLog({ c, form: { id } }: Props) {
  const query = { form_id: String(id), kind: "email", per_page: SHOWN } as const;
  const { deliveries } = dataOf(await c.var.api.GET("/api/v1/deliveries", { params: { query } }));
  return (
    <Card
      id="email-log"
      title="Last e-mails"
      actions={
        <LinkButton
          to={`/dashboard/deliveries?kind=email&form_id=${id}`}
          label="All e-mails of this form"
        />
      }
    >
      {deliveries.length === 0 ? (
        <p class="soft">No e-mails yet.</p>
      ) : (
        <DeliveryList
          deliveries={deliveries}
          page={`${tabUrl(id, "email")}#email-log`}
          linksToSubmission
          request={(delivery) => <BodyDownload delivery={delivery} />}
        />
      )}
    </Card>
  );
}
