import { z } from 'zod'
import type { AnyCrud } from '#contract/crud.ts'
import type { FixtureKind, OwnedKind } from '#contract/endpoint.ts'
import type { ExportKind } from '#contract/export-tasks.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { notifications } from '#contract/notifications.ts'
import { originals } from '#contract/originals.ts'
import { privateImages } from '#contract/private-images.ts'
import { queue } from '#contract/queue.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { views } from '#contract/views.ts'
import { wallet } from '#contract/wallet.ts'
import { loadCrudNouns } from '#server/crud-nouns.ts'
import { campaignsRepo } from '#server/domains/money/coupons/campaigns.repo.ts'
import { couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { requireStorageRoom } from '#server/domains/storage/file-storage/usage.service.ts'
import { createVoucherAccount, recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'
import { openCampaign } from '#tests/support/coupons.ts'
import { submitDataset } from '#tests/support/datasets.ts'
import { addDirectory } from '#tests/support/directories/directories.ts'
import { addImageRelease, addPublishedImage, getUserUuid } from '#tests/support/image-releases.ts'
import { addLlmCall, addLlmKey } from '#tests/support/llm.ts'
import { toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { addProject } from '#tests/support/projects.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'
import { addSubAccount } from '#tests/support/sub-accounts.ts'
import { buildValidBody } from '#tests/support/valid-body.ts'

type Fixture = (rental: RentalPlatform, person: Person) => Promise<string>

async function addInstance(rental: RentalPlatform, person: Person): Promise<{ id: string; order_id: string }> {
  await rental.recharge(person.id, '10.00')
  const { data } = await rental.order(person)
  return { id: data.instance_id!, order_id: data.id }
}

let statements = 0

const firstRegion = async ({ database }: RentalPlatform['deps']): Promise<string> =>
  (await database.kysely.selectFrom('regions').select('id').orderBy('sort').executeTakeFirstOrThrow()).id

/** An export that waits; without the limits of those that are created by a call. */
const addExportTask =
  (kind: ExportKind): Fixture =>
  async ({ deps, clock }, { id: userId }) => {
    const id = newId('export')
    const row = { id, user_id: userId, kind, filters: '{}', state: 'waiting', created_at: clock.now() }
    await deps.database.kysely.insertInto('export_tasks').values(row).execute()
    return id
  }

/** One factory per kind with a single owner: creates a row for a user and returns its id. Add a line here for each new kind. */
export const ownedFixtures: Record<FixtureKind, Fixture> = {
  user: async (_, person) => person.id,
  instance: async (rental, person) => (await addInstance(rental, person)).id,
  order: async (rental, person) => (await addInstance(rental, person)).order_id,
  secret_key: async (_, person) => {
    const { data } = await person.call(secretKeys.create, { body: { mode: 'generate', name: '钥匙' } })
    return data.id
  },
  private_image: async ({ deps, clock }, person) => {
    const id = newId('image')
    const madeOf = { framework: 'PyTorch', python: '3.12', runtime: 'CUDA 12.4', vendor: 'nvidia', size_gb: 9.8, sort: 0 }
    const saved = { name: id, version: 'v1', kind: 'private', reference: `zhisuan/saved:${id}`, created_at: clock.now() }
    await deps.database.kysely
      .insertInto('images')
      .values({ ...madeOf, ...saved, id, owner_id: person.id })
      .execute()
    return id
  },
  image_share: async (rental, person) => {
    const id = await ownedFixtures.private_image(rental, person)
    const friend = await rental.addPerson()
    const uuid = await getUserUuid(rental, friend)
    return (await person.call(privateImages.share, { params: { id }, body: { uuid } })).data.id
  },
  image_release: async (rental, person) => (await addImageRelease(rental, person)).id,
  image_release_version: async (rental, person) => (await addImageRelease(rental, person)).versions[0]!.id,
  original: async (rental, person) => {
    const id = await addPublishedImage(rental, person)
    const body = { kind: 'image', entry_id: id, statement: '全部内容由本人编写和调试', links: [] as string[] } as const
    return (await person.call(originals.create, { body })).data.id
  },
  queue_entry: async (rental, person) => {
    // No such cards exist, so the order waits and takes no stock from other tests.
    const { data } = await person.call(queue.create, { body: { form: rental.formOf({ model: 'L40S' }) } })
    return data.id
  },
  view: async (_, person) => {
    const body = {
      resource: 'instances',
      name: newId('view').slice(-12),
      query: 'status=2',
      density: 'middle',
      is_default: false,
    } as const
    return (await person.call(views.create, { body })).data.id
  },
  notification: async ({ deps }, person) => {
    const text = { user_id: person.id, class: 'system', title: '通知', content: '内容' } as const
    await inTransaction(deps, (tx) => notifyUser(tx, text))
    return (await person.call(notifications.list)).data[0]!.id
  },
  notice_delivery: async ({ deps, clock }, person) => {
    const id = newId('send')
    const at = clock.now()
    const failed = { channel: 'webhook', class: 'system', title: '测试', state: 'dead', tries: 6, error: '无法连接' }
    await deps.database.kysely
      .insertInto('notice_deliveries')
      .values({ ...failed, id, user_id: person.id, created_at: at, ended_at: at })
      .execute()
    return id
  },
  directory: ({ deps }, person) => addDirectory(deps, person.id),
  sub_account: async (rental, person) => addSubAccount(rental, person.id),
  project: async (rental, person) => addProject(rental, person.id),
  creator_statement: async ({ deps, clock }, person) => {
    const id = newId('statement')
    // A creator gets one for a month.
    statements += 1
    const month = `20${10 + Math.floor(statements / 12)}-${String((statements % 12) + 1).padStart(2, '0')}`
    const row = {
      id,
      creator_id: person.id,
      month,
      state: 'posted',
      amount_fen: 0n,
      settled_at: clock.now(),
      posted_at: clock.now(),
    }
    await deps.database.kysely.insertInto('creator_statements').values(row).execute()
    return id
  },
  stock_alert: async (_, person) => {
    // No such cards exist, so the row stays waiting.
    const { data } = await person.call(stockAlerts.create, { body: { product_id: toProductId('L40S'), gpu_num: 1 } })
    return data.id
  },
  invoice: async ({ deps, clock }, person) => {
    const id = newId('invoice')
    const title = JSON.stringify({
      holder: 'person',
      name: '张三',
      tax_number: '',
      address: '',
      phone: '',
      bank: '',
      bank_account: '',
    })
    const row = { id, user_id: person.id, kind: 'normal', state: 'withdrawn', amount_fen: 100n, title, emails: [], remark: '' }
    await deps.database.kysely
      .insertInto('invoices')
      .values({ ...row, created_at: clock.now() })
      .execute()
    const item = { invoice_id: id, item: 'order:none', kind: 'order', user_id: person.id, title: '订单', amount_fen: 100n }
    await deps.database.kysely
      .insertInto('invoice_items')
      .values({ ...item, at: clock.now(), live: false })
      .execute()
    return id
  },
  invoice_title: async ({ deps, clock }, person) => {
    const id = newId('title')
    const row = { id, user_id: person.id, holder: 'person', name: id, tax_number: '', is_default: false, created_at: clock.now() }
    await deps.database.kysely.insertInto('invoice_titles').values(row).execute()
    return id
  },
  invoice_email: async ({ deps, clock }, person) => {
    const id = newId('email')
    const row = { id, user_id: person.id, email: `${id}@example.cn`, verified_at: clock.now(), created_at: clock.now() }
    await deps.database.kysely.insertInto('invoice_emails').values(row).execute()
    return id
  },
  bank_transfer: async ({ deps, clock }, person) => {
    const [id, pictureId, at] = [newId('transfer'), newId('picture'), clock.now()]
    const picture = { id: pictureId, purpose: 'transfer_proof', type: 'image/webp', bytes: Buffer.from('x'), sealed: false }
    await deps.database.kysely
      .insertInto('pictures')
      .values({ ...picture, user_id: person.id, created_at: at })
      .execute()
    const row = {
      id,
      user_id: person.id,
      amount_fen: 100n,
      payer_name: '张三',
      picture_id: pictureId,
      status: 'pending',
      created_at: at,
    }
    await deps.database.kysely.insertInto('bank_transfers').values(row).execute()
    return id
  },
  withdrawal: async ({ deps, clock }, { id: userId }) => {
    const [id, rechargeId, tradeNo, amountFen, at] = [newId('withdrawal'), newId('recharge'), newId('t'), 100n, clock.now()]
    await deps.database.transaction(async (trx) => {
      const row = { id: rechargeId, trade_no: tradeNo, user_id: userId, amount_fen: amountFen, channel: 'alipay', status: 'paid' }
      await trx
        .insertInto('recharges')
        .values({ ...row, created_at: at, expires_at: at, paid_at: at })
        .execute()
      const paid = [{ from: 'channel', to: { user: userId }, amount_fen: amountFen }] as const
      await recordPosting(trx, { idem: `recharge:${tradeNo}`, kind: 'recharge', title: '充值', at, movements: paid })
      const held = [{ from: { user: userId }, to: { user: userId, wallet: 'frozen' }, amount_fen: amountFen }] as const
      await recordPosting(trx, {
        idem: `withdraw_hold:${id}`,
        kind: 'withdraw_hold',
        title: '余额退款',
        ref: id,
        at,
        movements: held,
      })
      await trx
        .insertInto('withdrawals')
        .values({ id, user_id: userId, type: 1, amount_fen: amountFen, status: 'pending', created_at: at })
        .execute()
      const part = {
        id: newId('wp'),
        withdrawal_id: id,
        position: 0,
        channel: 'alipay',
        recharge_id: rechargeId,
        amount_fen: amountFen,
        status: 'held',
      }
      await trx.insertInto('withdrawal_parts').values(part).execute()
    })
    return id
  },
  ledger_entry: async (rental, person) => {
    await rental.recharge(person.id, '1.00')
    return (await person.call(wallet.entries)).data[0]!.id
  },
  recharge: async ({ deps, clock }, person) => {
    const id = newId('recharge')
    const at = clock.now()
    const row = { id, user_id: person.id, amount_fen: 100n, channel: 'alipay', status: 'closed', created_at: at, expires_at: at }
    await deps.database.kysely
      .insertInto('recharges')
      .values({ ...row, trade_no: newId('t') })
      .execute()
    return id
  },
  storage_upload: async ({ deps }, person) => {
    const body = { region_id: await firstRegion(deps), name: newId('file'), size_bytes: 1 }
    return (await person.call(fileStorage.create_upload, { body })).data.id
  },
  storage_task: async ({ deps, clock }, { id: userId }) => {
    const [id, regionId] = [newId('extract'), await firstRegion(deps)]
    await deps.database.transaction((trx) => requireStorageRoom(trx, userId, regionId, 0))
    const row = { id, user_id: userId, region_id: regionId, path: 'a.zip', folder: '', state: 'waiting', created_at: clock.now() }
    await deps.database.kysely.insertInto('storage_tasks').values(row).execute()
    return id
  },
  export_task: addExportTask('wallet_entry'),
  operator_export_task: addExportTask('operator_entry'),
  coupon: async (rental, person) => {
    const [campaignId, id, now] = [await openCampaign(rental), newId('coupon'), rental.clock.now()]
    const validUntil = new Date(now.getTime() + 86_400_000)
    // Not claimed: some callers cannot be granted any.
    await rental.deps.database.transaction(async (trx) => {
      await campaignsRepo(trx).take(campaignId)
      const row = { id, campaign_id: campaignId, user_id: person.id, valid_from: now, valid_until: validUntil, claimed_at: now }
      await couponsRepo(trx, now).insert(row)
      await createVoucherAccount(trx, person.id, id)
      const face = [{ from: 'promotion' as const, to: { voucher: id }, amount_fen: 1000n }]
      await recordPosting(trx, {
        idem: `voucher_grant:${id}`,
        kind: 'voucher_grant',
        title: '代金券',
        ref: id,
        at: now,
        movements: face,
      })
    })
    return id
  },
  data_set: async (rental, person) => (await submitDataset(rental, person)).id,
  data_set_version: async (rental, person) => (await submitDataset(rental, person)).versions[0]!.id,
  llm_key: async (rental, person) => addLlmKey(rental, person.id),
  llm_call: async (rental, person) => addLlmCall(rental, person.id),
  session: async ({ deps, clock }, { id: userId }) => {
    const [id, at] = [newId('session'), clock.now()]
    const row = { id, user_id: userId, ip: '10.0.0.2', user_agent: 'tests', created_at: at, last_seen_at: at }
    await deps.database.kysely.insertInto('sessions').values(row).execute()
    return id
  },
}

/** A noun of `crud()` needs no factory: its own endpoint creates whatever its form allows. */
const crudFixture =
  ({ endpoints }: AnyCrud): Fixture =>
  async (_, person) =>
    z
      .object({ id: z.string() })
      .parse((await person.call(endpoints.create, { body: buildValidBody(endpoints.create.body) })).data).id

/** The handwritten factories and those of the nouns. */
export async function loadOwnedFixtures(): Promise<ReadonlyMap<OwnedKind, Fixture>> {
  const nouns = (await loadCrudNouns()).map(({ crud }) => [`crud:${crud.noun}` as const, crudFixture(crud)] as const)
  return new Map<OwnedKind, Fixture>([...(Object.entries(ownedFixtures) as [FixtureKind, Fixture][]), ...nouns])
}
