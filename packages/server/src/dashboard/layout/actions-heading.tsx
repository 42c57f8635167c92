/** The heading of a table's column of buttons: read by screen readers, not shown. */
export const ActionsHeading = () => (
  <th>
    <span class="visually-hidden">Actions</span>
  </th>
);
