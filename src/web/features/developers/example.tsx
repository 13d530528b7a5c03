/** Text to copy. What is wider than the page goes on in the next line, and is copied as one. */
export function Example({ title, text }: { title: string; text: string }) {
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <figcaption className="text-sm text-muted">{title}</figcaption>
      <pre
        translate="no"
        className="border border-line bg-raised px-4 py-3 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap sm:text-sm"
      >
        <code>{text}</code>
      </pre>
    </figure>
  )
}
