import type { CallInput } from '#contract/endpoint.ts'
import { operatorActivities } from '#contract/operator/activities.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

type Terms = NonNullable<CallInput<(typeof operatorActivities)['request_terms']>['body']>

const hourMs = 3_600_000
const at = (rental: RentalPlatform, hours: number) => new Date(rental.clock.now().getTime() + hours * hourMs).toISOString()

/** One week of an RTX 4090 at 80 %, for everybody, with no limit per user, from one hour ago for ten days. */
export const buildActivityTerms = (rental: RentalPlatform, wish: Partial<Terms> = {}): Terms => ({
  product_ids: [toProductId('RTX 4090')],
  discount_type: 'week',
  period: 1,
  percent: 80,
  audience: 'all',
  per_user: 100,
  stock: null,
  for_existing: true,
  starts_at: at(rental, -1),
  ends_at: at(rental, 240),
  reason: '暑期活动',
  ...wish,
})

/** The two operators that an activity needs. */
export interface OperatorTeam {
  finance: Person
  colleague: Person
  admin: Person
}

export const addOperatorTeam = async (rental: RentalPlatform): Promise<OperatorTeam> => ({
  finance: await rental.addPerson({ role: 'operator_finance' }),
  colleague: await rental.addPerson({ role: 'operator_finance' }),
  admin: await rental.addPerson({ role: 'operator_admin' }),
})

const said = { content: '包周价格立减', art: 'wave', position: 0 } as const

export const addActivity = async ({ admin }: OperatorTeam, title = '暑期包周', position = 0) =>
  (await admin.call(operatorActivities.create, { body: { ...said, title, position } })).data.id

/** Sets the terms of an activity as the back office does. */
export async function applyActivityTerms({ finance, colleague }: OperatorTeam, id: string, terms: Terms): Promise<void> {
  const { data } = await finance.call(operatorActivities.request_terms, { params: { id }, body: terms })
  await colleague.call(operatorChanges.approve, { params: { id: data.id } })
}

/** Creates a running activity; returns its id. */
export async function addRunningActivity(
  rental: RentalPlatform,
  office: OperatorTeam,
  wish: Partial<Terms> = {},
  title?: string,
  position?: number,
): Promise<string> {
  const id = await addActivity(office, title, position)
  await applyActivityTerms(office, id, buildActivityTerms(rental, wish))
  const shown = await office.admin.call(operatorActivities.show, { params: { id } })
  if (shown.status !== 200) throw new Error(shown.raw)
  return id
}

export const hideActivity = ({ admin }: OperatorTeam, id: string) => admin.call(operatorActivities.hide, { params: { id } })
