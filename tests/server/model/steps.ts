import fc from 'fast-check'
import type { ModelPowerAction } from '#tests/server/model/model.ts'

/** How a worker dies that has taken up an instance: before it told the engine, or after, but before it wrote down what came of it. */
export type WorkerCrash = 'before_call' | 'after_call'
export type EngineFault = 'pull_error' | 'lost_answer'

interface Trouble {
  death: WorkerCrash | undefined
  fault: EngineFault | undefined
  /** Sent again at once with the same key. */
  twice: boolean
}

export type UserStep =
  | { do: 'recharge'; fen: number }
  | ({ do: 'order'; rule: 'hour' | 'day'; model: 'RTX 4090' | 'L40S'; gpu_num: number } & Trouble)
  | ({ do: 'act'; action: ModelPowerAction; which: number } & Trouble)
  | { do: 'tick'; ms: number }
  | { do: 'jump'; ms: number }
  | { do: 'exit'; which: number }
  /** Meanwhile one may be told to stop, and one may fall with its host. */
  | { do: 'outage'; ms: number; shutdown: number | undefined; falls: number | undefined }

const day = 86_400_000
const which = fc.nat(20)
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 5 })
const trouble = {
  death: sometimes(fc.constantFrom<WorkerCrash[]>('before_call', 'after_call')),
  fault: sometimes(fc.constantFrom<EngineFault[]>('pull_error', 'lost_answer')),
  twice: fc.boolean(),
}

const recharge = fc.record({ do: fc.constant('recharge' as const), fen: fc.integer({ min: 1, max: 20_000 }) })
const order = fc.record({
  do: fc.constant('order' as const),
  rule: fc.constantFrom('hour' as const, 'hour' as const, 'day' as const),
  model: fc.constantFrom('RTX 4090' as const, 'L40S' as const),
  gpu_num: fc.integer({ min: 1, max: 2 }),
  ...trouble,
})
const act = fc.record({
  do: fc.constant('act' as const),
  action: fc.constantFrom<ModelPowerAction[]>('start', 'start', 'start_without_gpu', 'shutdown', 'restart', 'release'),
  which,
  ...trouble,
})
const tick = fc.record({
  do: fc.constant('tick' as const),
  ms: fc.oneof(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 9_000, max: 400_000 })),
})
const jump = fc.record({
  do: fc.constant('jump' as const),
  ms: fc.oneof(fc.integer({ min: -40 * day, max: 40 * day }), fc.integer({ min: -600_000, max: 600_000 })),
})
const exit = fc.record({ do: fc.constant('exit' as const), which })
const outage = fc.record({
  do: fc.constant('outage' as const),
  ms: fc.integer({ min: 1_000, max: 400_000 }),
  shutdown: fc.option(which, { nil: undefined, freq: 1 }),
  falls: fc.option(which, { nil: undefined, freq: 1 }),
})

export const createUserSteps = (count: number): fc.Arbitrary<UserStep[]> =>
  fc.array(
    fc.oneof(
      { weight: 2, arbitrary: recharge },
      { weight: 3, arbitrary: order },
      { weight: 10, arbitrary: act },
      { weight: 10, arbitrary: tick },
      { weight: 2, arbitrary: jump },
      { weight: 1, arbitrary: exit },
      { weight: 1, arbitrary: outage },
    ),
    { minLength: count, maxLength: count },
  )
