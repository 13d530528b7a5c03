/** The people of `bench/load.ts`, in a process of their own. Is given its load by its parent, and answers what came of it. */
import { type Load, runLoad } from '#test/server/load/traffic.ts'

// The parent ends the channel, and with it this process, once it has what came.
process.on('message', (load: Load) => {
  void runLoad(load).then((outcome) => process.send?.(outcome))
})
