/**
 * The simulated users of `bench/load.ts` in a process of their own. Receives the load from its parent and
 * returns the results.
 */
import { type Load, runLoad } from '#test/server/load/traffic.ts'

// The parent ends the channel, and with it this process, once it has what came.
process.on('message', (load: Load) => {
  void runLoad(load).then((outcome) => process.send?.(outcome))
})
