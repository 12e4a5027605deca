import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import type { Endpoint, EndpointAccess } from '#contract/endpoint.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import type { ApiReply } from '#tests/support/calls.ts'
import { loadOwnedFixtures } from '#tests/support/fixtures.ts'
import { buildSimulatedHost, testRegionId } from '#tests/support/market.ts'
import type { Person, PersonTraits } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { buildValidBody } from '#tests/support/valid-body.ts'

const allEndpoints = await loadEndpoints()
const fixtures = await loadOwnedFixtures()

const operators = ['admin', 'finance', 'review', 'support'] as const
const roles = ['visitor', 'user', 'sub', 'tencent', ...operators, 'frozen', 'revoked', 'expired'] as const
type Role = (typeof roles)[number]

/** Operators differ in what they may do to others' rows: of their own, one speaks for all. Whoever is not let in is turned away before. */
const owners: readonly Role[] = ['user', 'sub', 'tencent', 'admin']

/** Who is let in, by the words of the contract and nothing else. */
const welcome: Record<EndpointAccess, readonly Role[]> = {
  public: roles,
  user: ['user', 'sub', 'tencent', ...operators],
  main: ['user', 'tencent', ...operators],
  tencent: ['tencent'],
  operator: operators,
  operator_admin: ['admin'],
  operator_finance: ['admin', 'finance'],
  operator_review: ['admin', 'review'],
  operator_support: ['admin', 'support'],
}
/** What the others hear. */
const refusals: Partial<Record<Role, keyof typeof resultCodes>> = {
  visitor: 'signed_out',
  revoked: 'signed_out',
  expired: 'signed_out',
  frozen: 'account_frozen',
}
const turnedAway = [resultCodes.signed_out.code, resultCodes.forbidden.code, resultCodes.account_frozen.code] as string[]

/** Bodies that are accepted, where a call needs one to get as far as looking for its row; a noun of `crud()` has its own. */
const bodies: Record<string, object> = {
  'directories.update_rules': { rules: [] },
  'users.update': { nickname: '新昵称' },
  'instances.update': { nick_name: '新名字' },
  'secret_keys.update': { name: '新名字' },
  'instance_access.port_ticket': { port: 6006 },
  'private_images.update': { name: '新名字' },
  'private_images.share': { uuid: '00000000-0000-4000-8000-000000000000' },
  'image_releases.update': { name: '新名字', summary: '简介', tags: [] },
  'image_releases.add_version': { private_image_id: 'none', version: '2.0', licence: 'MIT', readme: '说明', price_hour: '0' },
  'image_releases.submit': { licence: 'MIT', readme: '说明', price_hour: '0' },
  'instances.save_image': { name: '环境' },
  'instances.change_image': { image_id: 'image-tests' },
  'instances.image_quote': { image_id: 'image-tests' },
  'file_storage.complete_upload': { sha256: 'a'.repeat(64) },
  'instances.resize_quote': { data_disk: 100 },
  'instances.resize_disk': { data_disk: 100, new_price_hour: '2.295' },
  'guards.extend': { rule: 'idle' },
  'instance_money.lift_quote': { product_id: 'product-rtx-4090', gpu_num: 2, data_disk: 50 },
  'instance_money.lift': { quote: 'none' },
  'instance_money.convert_quote': { charge_rule: 'hour' },
  'instance_money.convert': { quote: 'none' },
  'expiry.update': { policy: 'stop' },
  'invoice_titles.update': { holder: 'person', name: '李四' },
  'invoice_emails.verify': { code: '123456' },
  'invoices.flush': { reason: '抬头有误' },
  'invoices.resend': { emails: ['a@example.cn'] },
  'activities.quote': { activity_id: 'activity-none' },
  'activities.buy': { quote: 'none' },
  'projects.update': { name: '视觉组' },
  'sub_accounts.update': { name: '标注组' },
  'sub_accounts.allocate': { amount: '0.01' },
  'sub_accounts.take_back': { amount: '0.01' },
  'coupons.set_config': { mode: 'none' },
  'llm_keys.update': { name: '新名字', scopes: ['chat'] },
  'my_data_sets.update': { name: '新名字', summary: '简介', type_id: 'text', tags: [] },
  'my_data_sets.add_version': {
    version: '2.0',
    licence: 'MIT',
    readme: '说明',
    source: { region_id: testRegionId, path: 'cases' },
  },
  'my_data_sets.submit': { licence: 'MIT', readme: '说明', source: null },
  'instance_data_sets.update': { version_ids: [] },
}

let rental: RentalPlatform
const people = {} as Record<Role, Person>
const traits: Partial<Record<Role, PersonTraits>> = {
  sub: { account_type: 'sub' },
  tencent: { is_tencent: true },
  admin: { role: 'operator_admin' },
  finance: { role: 'operator_finance' },
  review: { role: 'operator_review' },
  support: { role: 'operator_support' },
}
const tokens: Partial<Record<Role, string>> = {}

beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 2048)] })
  const { kysely } = rental.deps.database
  for (const role of roles) people[role] = await rental.addPerson(traits[role])
  const now = rental.clock.now()
  await kysely.updateTable('users').set({ frozen_at: now }).where('id', '=', people.frozen.id).execute()
  await kysely.updateTable('sessions').set({ revoked_at: now }).where('id', '=', people.revoked.session_id).execute()
  tokens.expired = await people.expired.token()
  await rental.clock.advance(901_000)
  for (const role of ['frozen', 'revoked'] as const) tokens[role] = await people[role].token()
})
afterAll(() => rental.close())

/** Ended sessions stay ended: whoever signs out here is signed in anew. */
async function callAs(role: Role, name: string, endpoint: Endpoint, id: string): Promise<ApiReply<Endpoint>> {
  const [param] = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, found]) => found!)
  const sent = {
    params: param ? { [param]: id } : {},
    body: bodies[name] ?? (endpoint.owned?.startsWith('crud:') ? buildValidBody(endpoint.body) : {}),
  }
  const token = role === 'visitor' ? undefined : (tokens[role] ?? (await people[role].token()))
  const reply = await rental.call(endpoint, sent, { token, ip: `10.9.0.${roles.indexOf(role)}` })
  if (name === 'auth.logout' && reply.status === 200) people[role] = await rental.addPerson(traits[role])
  return reply
}

const unknownId = 'none-0000000000000000'

/** What comes of each role, one after the other. */
async function eachRole<T>(of: readonly Role[], ask: (role: Role) => Promise<T>): Promise<Partial<Record<Role, T>>> {
  const found: Partial<Record<Role, T>> = {}
  for (const role of of) found[role] = await ask(role)
  return found
}

describe('requirements §6 Who may call what', () => {
  it('covers every kind of owned row', () => {
    const kinds = new Set(allEndpoints.flatMap(({ endpoint }) => endpoint.owned ?? []))
    for (const kind of kinds) expect([...fixtures.keys()]).toContain(kind)
    expect(kinds.size).toBeGreaterThan(4)
  })

  it.each(allEndpoints)('$name: each role is let in, or told why not', async ({ name, endpoint }) => {
    const allowed = welcome[endpoint.access]
    const refusalOf = (role: Role) => {
      const { code, http, message } = resultCodes[refusals[role] ?? 'forbidden']
      return { status: http, code, message }
    }
    const heard = await eachRole(roles, async (role) => {
      const { status, code, message } = await callAs(role, name, endpoint, unknownId)
      return allowed.includes(role) && !turnedAway.includes(code) ? 'let in' : { status, code, message }
    })
    expect(heard).toEqual(await eachRole(roles, async (role) => (allowed.includes(role) ? 'let in' : refusalOf(role))))
  })
})

const owned = allEndpoints.flatMap(({ name, endpoint }) => (endpoint.owned ? [{ name, endpoint, kind: endpoint.owned }] : []))

describe('product §11 Rows of one owner', () => {
  describe.each(owned)('$name', ({ name, endpoint, kind }) => {
    const allowed = welcome[endpoint.access]

    it("another's is as good as none, for every role", async () => {
      const others = await fixtures.get(kind)!(rental, await rental.addPerson())
      const none = await eachRole(roles, (role) => callAs(role, name, endpoint, unknownId))
      const other = await eachRole(roles, (role) => callAs(role, name, endpoint, others))
      for (const role of roles) {
        expect([other[role]!.status, other[role]!.raw], role).toEqual([none[role]!.status, none[role]!.raw])
        if (allowed.includes(role))
          expect([none[role]!.status, none[role]!.code], role).toEqual([404, resultCodes.not_found.code])
      }
    })

    it('the own one is there for whom it should be', async () => {
      for (const role of owners.filter((role) => allowed.includes(role))) {
        const reply = await callAs(role, name, endpoint, await fixtures.get(kind)!(rental, people[role]))
        expect([200, 409], role).toContain(reply.status)
        expect(turnedAway, role).not.toContain(reply.code)
      }
    })
  })

  it('never tell in a list what belongs to somebody else', async () => {
    const stranger = await rental.addPerson()
    for (const fixture of fixtures.values()) await fixture(rental, stranger)
    const newcomer = await rental.addPerson({ balance: '0.00' })
    const lists = allEndpoints.filter(
      ({ endpoint }) =>
        endpoint.paged && endpoint.access !== 'public' && !endpoint.owned && welcome[endpoint.access].includes('user'),
    )
    expect(lists.length).toBeGreaterThan(5)
    for (const { name, endpoint } of lists) {
      const reply = await newcomer.call(endpoint)
      expect([reply.status, reply.data, reply.total], name).toEqual([200, [], 0])
    }
  })
})
