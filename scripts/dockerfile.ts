/** An instruction of a Dockerfile; `flags` are those such as `--from=build`. */
export type Instruction = {
  readonly name: 'COPY' | 'CMD' | 'ENV' | 'HEALTHCHECK' | 'RUN' | 'USER' | 'WORKDIR'
  readonly flags: Readonly<Record<string, string>>
  readonly value: string
}

export type Stage = {
  readonly base: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

const NAMES: readonly string[] = ['COPY', 'CMD', 'ENV', 'HEALTHCHECK', 'RUN', 'USER', 'WORKDIR']

/**
 * Reads the stages of a Dockerfile.
 * @throws for an instruction that is not known here
 */
export function parseDockerfile(text: string): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = []
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
  for (const line of lines.map((one) => one.trim()).filter((one) => one !== '')) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const [, base = '', alias] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? []
      stages.push({ base, name: alias, instructions: [] })
      continue
    }
    const stage = stages.at(-1)
    if (stage === undefined || !NAMES.includes(name)) throw new Error(`Not understood: ${line}`)
    const flags: Record<string, string> = {}
    let value = rest
    for (let flag; (flag = /^--([\w-]+)=(\S+)\s+/.exec(value)) !== null; value = value.slice(flag[0].length))
      flags[flag[1]!] = flag[2]!
    stage.instructions.push({ name: name as Instruction['name'], flags, value })
  }
  return stages
}

/** The words of an instruction in JSON form: run without a shell. */
export const wordsOf = (value: string): string[] => JSON.parse(value.replace(/^CMD\s+/, '')) as string[]
