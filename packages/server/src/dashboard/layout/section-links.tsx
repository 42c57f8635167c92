/** Links to the sections of a long page: beside them in a wide window, above them in a narrow one. */

/** @param props.sections Id and name of each section, in the order of the page. */
export function SectionLinks({
  sections,
}: {
  readonly sections: readonly (readonly [id: string, name: string])[];
}) {
  return (
    <nav class="sections" aria-label="On this page">
      <ul>
        {sections.map(([id, name]) => (
          <li>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
