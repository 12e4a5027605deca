import type { Sent } from '#contract/endpoint.ts'
import { operator_activities } from '#contract/operator/activities.ts'
import { operator_changes } from '#contract/operator/changes.ts'
import { productOf } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import type { Rental } from '#tests/support/rental.ts'

type Terms = NonNullable<Sent<(typeof operator_activities)['request_terms']>['body']>

const hour_ms = 3_600_000
const at = (rental: Rental, hours: number) => new Date(rental.clock.now().getTime() + hours * hour_ms).toISOString()

/** One week of an RTX 4090 at 80 %, for everybody and as often as they like, from an hour ago for ten days. */
export const termsOf = (rental: Rental, wish: Partial<Terms> = {}): Terms => ({
  product_ids: [productOf('RTX 4090')],
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

/** The two people an activity takes. */
export interface Office {
  finance: Person
  colleague: Person
  admin: Person
}

export const officeOf = async (rental: Rental): Promise<Office> => ({
  finance: await rental.addPerson({ role: 'operator_finance' }),
  colleague: await rental.addPerson({ role: 'operator_finance' }),
  admin: await rental.addPerson({ role: 'operator_admin' }),
})

const said = { content: '包周价格立减', art: 'wave', position: 0 } as const

export const addActivity = async ({ admin }: Office, title = '暑期包周', position = 0) =>
  (await admin.call(operator_activities.create, { body: { ...said, title, position } })).data.id

/** Gives an activity terms the way the office does. */
export async function giveTerms({ finance, colleague }: Office, id: string, terms: Terms): Promise<void> {
  const { data } = await finance.call(operator_activities.request_terms, { params: { id }, body: terms })
  await colleague.call(operator_changes.approve, { params: { id: data.id } })
}

/** An activity that is running; answers its id. */
export async function runActivity(
  rental: Rental,
  office: Office,
  wish: Partial<Terms> = {},
  title?: string,
  position?: number,
): Promise<string> {
  const id = await addActivity(office, title, position)
  await giveTerms(office, id, termsOf(rental, wish))
  const shown = await office.admin.call(operator_activities.show, { params: { id } })
  if (shown.status !== 200) throw new Error(shown.raw)
  return id
}

export const hideActivity = ({ admin }: Office, id: string) => admin.call(operator_activities.hide, { params: { id } })
