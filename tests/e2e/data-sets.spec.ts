import { createHash } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { fileStorage } from '#contract/file-storage.ts'
import { products } from '#contract/products.ts'
import { callApi } from './api.ts'
import { clearSignIn, expect, signInByApi, test, toUniqueName } from './person.ts'

const author = '13800000005'
const reviewer = '13800000004'
const consumer = '13800000001'
const folder = () => toUniqueName('花')
const title = () => toUniqueName('鸢尾花端到端')
const shortName = () => toUniqueName('e2e-iris')
const mounted = () => `/datasets/${shortName()}/1.0`
const rows = 'name,petals\n山鸢尾,5\n变色鸢尾,6\n'

/** Uploads a file to the author's storage as a browser does: create, send by tus, verify. */
async function upload(request: APIRequestContext, token: string, regionId: string): Promise<void> {
  const bytes = Buffer.from(rows)
  const made = await callApi(request, token, fileStorage.create_upload, {
    body: { region_id: regionId, folder: folder(), name: 'iris.csv', size_bytes: bytes.length },
  })
  const sent = await request.fetch(made.tus_path, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    data: bytes,
  })
  expect(sent.status()).toBe(204)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await callApi(request, token, fileStorage.complete_upload, { params: { id: made.id }, body: { sha256 } })
}

async function release(page: Page, region: string): Promise<void> {
  await page.goto('/console/my-data-set/release-dataset')
  await expect(page.getByRole('heading', { level: 1, name: '发布数据集' })).toBeVisible()
  await expect(page.getByText(region).first()).toBeVisible()
  await page.getByRole('button', { name: `${folder()}/` }).click()
  await expect(page.getByText('将复制文件夹')).toBeVisible()
  await page.getByLabel('名称').fill(title())
  await page.getByLabel('简介').fill('两行，够读一次')
  await page.getByLabel('类型').click()
  await page.locator('.ant-select-item-option').first().click()
  await page.getByLabel('英文短名').fill(shortName())
  await page.getByLabel('版本', { exact: true }).fill('1.0')
  await page.getByLabel('许可').fill('CC0-1.0')
  await page.getByLabel('说明').fill('## 内容\n两行数据')
  await page.getByRole('button', { name: '提交审核' }).click()
  await expect(page).toHaveURL(/\/console\/my-data-set\/detail\?id=/)
  // the stream reports the copying
  await expect(page.getByText('待审核').first()).toBeVisible({ timeout: 300_000 })
}

async function approve(page: Page): Promise<void> {
  await page.goto('/operator/data-set-reviews?todo=true')
  await page.getByRole('link', { name: `${title()} 1.0` }).click()
  await page.getByRole('button', { name: /iris\.csv/ }).click()
  await expect(page.getByRole('cell', { name: '山鸢尾' })).toBeVisible()
  await page.getByRole('button', { name: '通过并公开' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '通过并公开' }).click()
  await expect(page.getByText('已发布').first()).toBeVisible()
}

async function collect(page: Page): Promise<void> {
  await page.goto('/console/data-set')
  await page.getByRole('link', { name: title() }).click()
  // the list has a button of this name as well, to sort by
  await expect(page.getByRole('heading', { level: 1, name: title() })).toBeVisible()
  await page.getByRole('button', { name: '收藏', exact: true }).click()
  await expect(page.getByRole('button', { name: /^已收藏 · / })).toBeVisible()
  await page.goto('/console/my-data-set/my-collect-data')
  await page.getByRole('link', { name: title() }).click()
  await expect(page.getByRole('heading', { level: 1, name: title() })).toBeVisible()
}

async function rentWithIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: '创建实例并挂载' }).first().click()
  await expect(page.getByRole('complementary', { name: '配置摘要' })).toContainText(mounted())
  await page.getByLabel('实例名称').fill('读数据集')
  await page.getByRole('button', { name: '创建实例', exact: true }).click()
  await expect(page).toHaveURL(/\/console\/container-instance\/detail\/gpu-/)
  await expect(page.getByText('运行中').first()).toBeVisible({ timeout: 300_000 })
  await expect(page.getByRole('region', { name: '数据集与存储' })).toContainText(mounted())
}

async function readIt(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /打开终端/ })
    .first()
    .click()
  const terminal = page.locator('.xterm')
  await expect(terminal).toContainText(/[#$] /)
  await terminal.click()
  await page.keyboard.type(`cat ${mounted()}/iris.csv`)
  await page.keyboard.press('Enter')
  await expect(terminal).toContainText('name,petals')
  await page.keyboard.type(`echo x > ${mounted()}/new`)
  await page.keyboard.press('Enter')
  await expect(terminal).toContainText('只读文件系统')
}

test('a data set goes from its author through the review into the instance of somebody else', async ({ page }) => {
  test.slow()
  const token = await signInByApi(page, author)
  const [region] = await callApi(page.request, token, products.regions)
  if (!region) throw new Error('no region')
  await upload(page.request, token, region.id)
  await release(page, region.name)

  await clearSignIn(page)
  await signInByApi(page, reviewer)
  await approve(page)

  await clearSignIn(page)
  await signInByApi(page, consumer)
  await collect(page)
  await rentWithIt(page)
  await readIt(page)
})
