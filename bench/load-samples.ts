/** What a server says of itself at one moment; megabytes and milliseconds. */
export type Sample = { minute: number; rss: number; heap: number; lagP99: number; lagMax: number }

export async function takeSample(metrics: string, started: number): Promise<Sample> {
  const text = await (await fetch(metrics)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
  return {
    minute: (performance.now() - started) / 60_000,
    rss: value('process_resident_memory_bytes') / 1e6,
    heap: value('nodejs_heap_size_used_bytes') / 1e6,
    lagP99: value('nodejs_eventloop_lag_p99_seconds') * 1000,
    lagMax: value('nodejs_eventloop_lag_max_seconds') * 1000,
  }
}

/** By how much a value grows in a minute: least squares over the second half of the samples. */
export function slope(samples: readonly Sample[], of: 'rss' | 'heap'): number {
  const half = samples.slice(Math.floor(samples.length / 2))
  const middle = (key: 'minute' | 'rss' | 'heap') =>
    half.reduce((sum, sample) => sum + sample[key], 0) / half.length
  const [x, y] = [middle('minute'), middle(of)]
  const along = half.reduce((sum, sample) => sum + (sample.minute - x) * (sample[of] - y), 0)
  return along / half.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}
