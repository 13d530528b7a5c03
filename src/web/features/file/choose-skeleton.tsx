/** The first question in its final size, while the workbench is loaded. */
export function ChooseSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 md:grid-cols-[3fr_2fr]">
      <div className="min-h-71 rounded-base border-2 border-dashed border-line bg-raised" />
      <div className="min-h-40 rounded-base border border-line" />
    </div>
  )
}
