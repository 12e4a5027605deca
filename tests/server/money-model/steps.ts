import fc from 'fast-check'
import type { DatabaseCrash } from '#tests/support/faulty-database.ts'

type Model = 'RTX 4090' | 'L40S'
type Rule = 'hour' | 'day' | 'week'

const dayMs = 86_400_000
const which = fc.nat(20)
const trouble = {
  twice: fc.constantFrom(true, false, false),
  crash: fc.constantFrom<(DatabaseCrash | undefined)[]>(
    'before_commit',
    'after_commit',
    undefined,
    undefined,
    undefined,
    undefined,
  ),
}
const models = fc.constantFrom<Model[]>('RTX 4090', 'L40S')
/** Small change, pocket money, and what takes two people to pay out. */
const fen = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  { weight: 6, arbitrary: fc.integer({ min: 3_000, max: 30_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100_001, max: 250_000 }) },
)

const percent = fc.integer({ min: 1, max: 100 })
const period = { rule: fc.constantFrom<('day' | 'week')[]>('day', 'day', 'week'), quantity: fc.integer({ min: 1, max: 2 }) }
const policy = fc.record({
  policy: fc.constantFrom<('stop' | 'renew' | 'hour')[]>('stop', 'renew', 'hour'),
  renew_quantity: fc.integer({ min: 1, max: 2 }),
})

/** Every step there is, and how often it is taken. */
const kinds = {
  recharge: [4, { fen, channel: fc.constantFrom<('alipay' | 'wechat')[]>('alipay', 'wechat'), ...trouble }],
  order: [
    6,
    {
      rule: fc.constantFrom<Rule[]>('hour', 'hour', 'hour', 'day', 'day', 'week'),
      quantity: fc.integer({ min: 1, max: 3 }),
      model: models,
      gpu_num: fc.integer({ min: 1, max: 2 }),
      priced: fc.constantFrom(true, false),
      coupon: fc.boolean(),
      ...trouble,
    },
  ],
  coupon: [2, { kind: fc.constantFrom<('reduction' | 'discount')[]>('reduction', 'discount'), ...trouble }],
  act: [
    12,
    {
      action: fc.constantFrom<('start' | 'shutdown' | 'release')[]>('start', 'start', 'start', 'shutdown', 'shutdown', 'release'),
      which,
      ...trouble,
    },
  ],
  save: [
    1,
    {
      rule: fc.constantFrom<('day' | 'week')[]>('day', 'week'),
      quantity: fc.integer({ min: 1, max: 2 }),
      model: models,
      gpu_num: fc.integer({ min: 1, max: 2 }),
      priced: fc.constantFrom(true, false),
      ...trouble,
    },
  ],
  conclude: [2, { which, pay: fc.constantFrom(true, true, false), ...trouble }],
  refund: [1, { which, full: fc.boolean(), percent, ...trouble }],
  renew: [3, { which, all: fc.boolean(), ...period, policy: fc.option(policy, { nil: undefined }), ...trouble }],
  policy: [2, { which, policy }],
  convert: [5, { which, ...period, rule: fc.constantFrom<Rule[]>('hour', 'hour', 'day', 'week'), ...trouble }],
  lift: [4, { which, shut_down_first: fc.boolean(), ...trouble }],
  withdraw: [3, { type: fc.constantFrom<(1 | 2)[]>(1, 1, 2), percent: fc.integer({ min: 1, max: 120 }), ...trouble }],
  review: [
    4,
    {
      which,
      decision: fc.constantFrom<('approve' | 'reject' | 'cancel')[]>('approve', 'approve', 'approve', 'reject', 'cancel'),
      officer: fc.nat(1),
      ...trouble,
    },
  ],
  invoice: [2, { percent, ...trouble }],
  invoiceReview: [3, { which, decision: fc.constantFrom<('yes' | 'no' | 'back')[]>('yes', 'yes', 'no', 'back'), ...trouble }],
  budget: [2, { fen: fc.integer({ min: 1, max: 5_000 }), give: fc.boolean(), ...trouble }],
  tick: [
    14,
    {
      ms: fc.oneof(fc.integer({ min: 1_000, max: 9_000 }), fc.integer({ min: 9_000, max: 400_000 })),
      crash: trouble.crash,
      jobs: fc.nat(4).map((n) => n === 0),
    },
  ],
  hours: [2, { ms: fc.integer({ min: 4_000_000, max: 8_000_000 }) }],
  days: [2, { ms: fc.integer({ min: dayMs / 3, max: 3 * dayMs }), leave: fc.boolean() }],
  adjust: [
    2,
    { fen: fc.integer({ min: 1, max: 5_000 }), direction: fc.constantFrom<('add' | 'take')[]>('add', 'take'), ...trouble },
  ],
  grant: [
    3,
    {
      fen: fc.constantFrom(1, 7, 333, 1_500, 3_999),
      terms: fc.constantFrom<('any' | 'usage' | 'short' | 'model')[]>('any', 'any', 'usage', 'short', 'model'),
      ...trouble,
    },
  ],
} as const satisfies Record<string, readonly [number, Record<string, fc.Arbitrary<unknown>>]>

type Kinds = typeof kinds
export type MoneyStepOf<K extends keyof Kinds> = { do: K } & {
  -readonly [F in keyof Kinds[K][1]]: Kinds[K][1][F] extends fc.Arbitrary<infer T> ? T : never
}
export type MoneyStep = { [K in keyof Kinds]: MoneyStepOf<K> }[keyof Kinds]

/**
 * Those who do a bit of everything, and those who pay for packages and keep changing them: hardly one of the first has something
 * at hand that can be converted or lifted when it comes to that.
 */
const kindsOfLife: Partial<Record<keyof Kinds, number>>[] = [
  {},
  {
    ...{ recharge: 10, order: 12, act: 10, renew: 4, convert: 12, lift: 14, tick: 12, days: 1 },
    ...{ save: 0, conclude: 0, withdraw: 0, review: 0, invoice: 0, invoiceReview: 0, budget: 0 },
  },
]

const steppingBy = (weights: (typeof kindsOfLife)[number]): fc.Arbitrary<MoneyStep> =>
  fc.oneof(
    ...Object.entries(kinds).map(([name, [usual, fields]]) => ({
      weight: weights[name as keyof Kinds] ?? usual,
      arbitrary: fc.record({ do: fc.constant(name), ...(fields as Record<string, fc.Arbitrary<unknown>>) }),
    })),
  ) as unknown as fc.Arbitrary<MoneyStep>

export const createMoneySteps = (count: number): fc.Arbitrary<MoneyStep[]> =>
  fc.oneof(...kindsOfLife.map((weights) => fc.array(steppingBy(weights), { minLength: count, maxLength: count })))
