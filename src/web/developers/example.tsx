/** Text to copy. Wider than the page it is moved by hand, or by the keyboard. */
export function Example({ label, text }: { label: string; text: string }) {
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      translate="no"
      className="overflow-x-auto border border-line bg-raised px-4 py-3 font-mono text-sm leading-relaxed"
    >
      <code>{text}</code>
    </pre>
  )
}
