import type { Page } from '@playwright/test'
import type { Instance } from '#contract/instances.ts'
import type { SubAccount } from '#contract/sub-accounts.ts'
import { paths } from '#src/paths.ts'
import { buildInstance } from '#tests/support/build-instance.ts'
import { expect, signInByApi, test } from './person.ts'

const creatorPhone = '13800000005'
const widths = [1440, 1280, 1024, 390]

const day = { charge_rule: 'day', expire_at: '2026-11-28T06:00:00.000Z' } as const
const instances = [
  buildInstance({ id: 'gpu-aaaaaaaaaaaaaaaa', nick_name: '包日的训练', ...day, expiry_policy: 'renew' }),
  buildInstance({
    id: 'gpu-bbbbbbbbbbbbbbbb',
    nick_name: '停着的',
    status: 7,
    reason: 'manual',
    release_at: '2036-11-28T06:00:00.000Z',
  }),
  buildInstance({ id: 'gpu-cccccccccccccccc', nick_name: '正在保存', status: 31, reason: 'manual', ...day }),
]
const subAccount: SubAccount = {
  id: 'user-1',
  name: '实验组',
  phone: '166****0001',
  state: 'active',
  has_password: true,
  remaining: '12.00',
  spent_month: '3.00',
  unsettled: '0.00',
  monthly: '100.00',
  project: null,
  instances_max: 2,
  price_max: '5.00',
  instances: 1,
  running: 1,
  invited_until: null,
  created_at: '2026-11-21T06:00:00.000Z',
}

const answerWith = (page: Page, path: string, data: readonly unknown[]) =>
  page.route(`**${path}?*`, (route) =>
    route.fulfill({ json: { code: '0', success: true, data, message: '', total: data.length } }),
  )

/** Icons are drawn square; one narrower than high has been squeezed. */
const squeezed = (page: Page) =>
  page.locator('body').evaluate((body) =>
    [...body.querySelectorAll('svg[width="1em"]')].flatMap((icon) => {
      const { width, height } = icon.getBoundingClientRect()
      return icon.getClientRects().length > 0 && width < height - 0.5
        ? [`${icon.parentElement?.textContent}: ${width} × ${height}`]
        : []
    }),
  )

const lists = [
  { name: 'instances', path: paths.containerInstances, of: undefined, shows: '正在保存' },
  { name: 'sub-accounts', path: paths.subAccounts, of: undefined, shows: '实验组' },
  { name: 'data sets with their uses and stars', path: paths.dataSets, of: creatorPhone, shows: '收藏' },
  { name: 'images with their uses and stars', path: paths.releaseImage, of: creatorPhone, shows: '收藏' },
]

for (const { name, path, of, shows } of lists)
  test(`no icon is squeezed on the list of ${name}, however narrow`, async ({ page }) => {
    await signInByApi(page, of)
    await answerWith(page, '/api/v1/instance/list', instances)
    await answerWith(page, '/api/v1/sub_account/list', [subAccount])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await expect(page.getByText(shows).first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await squeezed(page), `${width} px`).toEqual([])
    }
  })

test('product §4 no column of the list moves when the state of an instance changes', async ({ page }) => {
  await signInByApi(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const edges = async (rows: readonly Instance[]) => {
    await page.unrouteAll()
    await answerWith(page, '/api/v1/instance/list', rows)
    await page.goto(paths.containerInstances)
    await expect(page.locator('[data-row]')).toHaveCount(rows.length)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    return page
      .locator('thead th, button[aria-haspopup="menu"][aria-label^="更多操作"]')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
  }
  expect(new Set((await edges(instances)).slice(-instances.length)).size, 'the menus stand under one another').toBe(1)
  const [one] = instances
  if (!one) throw new Error('no instance')
  const running = await edges([one])
  for (const status of [0, 5, 6, 30, 31] as const) expect(await edges([{ ...one, status }]), String(status)).toEqual(running)
  expect(await edges([{ ...one, status: 7, reason: 'manual', release_at: '2036-11-28T06:00:00.000Z' }])).toEqual(running)
})
