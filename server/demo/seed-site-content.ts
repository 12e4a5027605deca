import { dayMs } from '#contract/day.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import {
  createActivity,
  lockActivity,
  type NewActivityTerms,
  setActivityTerms,
  setActivityVisible,
} from '#server/domains/catalog/activities/manage-activities.service.ts'
import { createBanner } from '#server/domains/catalog/site-content/site-content.service.ts'
import { inTransaction } from '#server/tx.ts'

interface DemoActivity {
  title: string
  content: string
  art: string
  models: readonly string[]
  terms: Pick<NewActivityTerms, 'discount_type' | 'period' | 'percent' | 'audience' | 'per_user' | 'stock'>
  days: number
}

const demoActivities: readonly DemoActivity[] = [
  {
    title: '新用户首周 8 折',
    content: '第一次租用，RTX 4090 与 L40S 包周一律 8 折，每人一次。',
    art: 'stairs',
    models: ['RTX 4090', 'L40S'],
    terms: { discount_type: 'week', period: 1, percent: 80, audience: 'new', per_user: 1, stock: null },
    days: 60,
  },
  {
    title: '大显存三天畅跑',
    content: 'L40S、A100 与 A800 包三天 9 折，已有的实例也能加时长，共 200 份。',
    art: 'wave',
    models: ['L40S', 'A100 80GB', 'A800 80GB'],
    terms: { discount_type: 'day', period: 3, percent: 90, audience: 'all', per_user: 5, stock: 200 },
    days: 30,
  },
]

const demoBanners = [
  {
    title: '按秒计费的 GPU，关机即停',
    text: 'RTX 4090 每小时 2.28 元起，几十秒开好一台。',
    link: '/market',
    art: 'wafer',
    position: 10,
  },
  {
    title: '训推一体机，交付到机房',
    text: 'NVIDIA、昇腾、昆仑芯三种路线，三年质保。',
    link: '/lg-model-aio',
    art: 'rings',
    position: 20,
  },
] as const

/** Creates two running activities and two banners the way the back office does. */
export const seedSiteContent = (deps: Deps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const now = deps.clock.now()
    for (const [position, { title, content, art, models, terms, days }] of demoActivities.entries()) {
      const productIds = await demoRepo(tx.db).productsOf(models)
      if (productIds.length === 0) continue
      const id = await createActivity(tx.db, { title, content, art, position }, now)
      const endsAt = new Date(now.getTime() + days * dayMs)
      await setActivityTerms(tx, id, { ...terms, product_ids: productIds, for_existing: true, starts_at: now, ends_at: endsAt })
      await setActivityVisible(tx, await lockActivity(tx.db, id), true)
    }
    for (const banner of demoBanners) await createBanner(tx.db, { ...banner, visible_from: null, visible_to: null }, now)
  })
