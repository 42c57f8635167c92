/** A table of counts, each with a bar. */
import { Table } from "./lists.tsx";
import { Text } from "./user-text.tsx";

interface Count {
  readonly label: string;
  readonly count: number;
  /** In the last column. */
  readonly note: string;
}

interface CountsProps {
  readonly headings: readonly [label: string, count: string, note: string];
  readonly counts: readonly Count[];
}

export function Counts({ headings: [first, second, last], counts }: CountsProps) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <Table
      class="sources"
      rows={counts}
      columns={[
        {
          heading: first,
          look: "header",
          cell: ({ label, count }) => (
            <>
              <Text of={label} />
              <meter value={count} max={most} aria-hidden="true"></meter>
            </>
          ),
        },
        { heading: second, look: "number", cell: ({ count }) => count.toLocaleString("en") },
        { heading: last, look: "number", cell: ({ note }) => note },
      ]}
    />
  );
}
