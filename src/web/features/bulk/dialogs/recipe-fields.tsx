import { useId, useRef } from 'react'
import { m } from '#i18n/messages/messages.js'
import { bulk } from '#engine/bulk/client.ts'
import type { RecipeProblem } from '#engine/types.ts'
import { columnTitle } from '#reports/labels.ts'
import { recipeFileName } from '#reports/results.ts'
import { useLang } from '../../../routing/location.ts'
import { useAlerts } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { downloadFile } from '../../file/download-file.ts'
import { useReread } from '../use-reread.ts'

/** Why settings cannot be used, as a sentence. */
function problemMessage(problem: RecipeProblem): string {
  switch (problem.code) {
    case 'unknown-version':
      return m.recipe_version()
    case 'unknown-key':
    case 'missing-key':
    case 'wrong-value':
      return problem.path === '' ? m.recipe_none() : m.recipe_wrong({ place: problem.path })
    case 'column-missing':
      return m.recipe_column_missing({ title: problem.title })
    case 'column-count':
      return m.recipe_column_count({
        title: problem.title,
        found: String(problem.found),
        expected: String(problem.expected),
      })
    case 'other-titles':
      return m.recipe_other_titles({ column: columnTitle(problem.position - 1, '') })
    case 'currency-column':
      return m.recipe_currency_column({ column: columnTitle(problem.index, problem.title) })
    case 'not-readable-so':
      return m.recipe_not_readable()
    case 'too-big':
    case 'not-json':
      return m.recipe_none()
  }
}

type Props = {
  fileName: string
  /** Whether the rows are read by what the dialog shows: only that can be saved. */
  isApplied: boolean
  onLoaded: () => void
}

/** Saves the settings of a file as a recipe, and loads them for another one (FILE-09). */
export function RecipeFields({ fileName, isApplied, onLoaded }: Props) {
  const lang = useLang()
  const reasonId = useId()
  const input = useRef<HTMLInputElement>(null)
  const reread = useReread()
  const { alert } = useAlerts()
  async function save() {
    const recipe = await bulk.request('recipe').catch(() => null)
    if (recipe === null) return alert(m.recipe_not_saved())
    await downloadFile(
      async () => new Blob([recipe], { type: 'application/json' }),
      recipeFileName(fileName, lang),
    )
  }
  async function load(document: File) {
    const outcome = await reread.recipe(document)
    if (outcome === 'declined') return
    if (outcome) return alert(problemMessage(outcome))
    onLoaded()
    focusOn('file-title')
  }
  return (
    <section aria-labelledby="recipe-title" className="grid gap-1">
      <h3 id="recipe-title" className="font-semibold">
        {m.recipe_title()}
      </h3>
      <p className="text-muted">{m.recipe_text()}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="plain"
          size="small"
          isUnavailable={!isApplied}
          aria-describedby={isApplied ? undefined : reasonId}
          onClick={() => void save()}
        >
          {m.recipe_save()}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={m.recipe_load()}
          onChange={({ target }) => {
            const [document] = target.files ?? []
            if (document) void load(document)
            target.value = ''
          }}
        />
        <Button look="plain" size="small" onClick={() => input.current?.click()}>
          {m.recipe_load()}
        </Button>
      </div>
      {!isApplied && (
        <p id={reasonId} className="text-small text-muted">
          {m.recipe_not_applied()}
        </p>
      )}
    </section>
  )
}
