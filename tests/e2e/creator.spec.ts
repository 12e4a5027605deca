import type { APIRequestContext, Page } from '@playwright/test'
import { instances } from '#contract/instances.ts'
import { orders } from '#contract/orders.ts'
import { privateImages } from '#contract/private-images.ts'
import { products } from '#contract/products.ts'
import { callApi } from './api.ts'
import { clearSignIn, expect, signInByApi, test, toUniqueName } from './person.ts'

const author = '13800000005'
const reviewer = '13800000004'
const consumer = '13800000001'
const title = () => toUniqueName('端到端环境')
const savedAs = () => toUniqueName('作者的环境')

/** Creates an instance of the author whose system disk is saved and ready. */
async function savedImage(request: APIRequestContext, token: string): Promise<string> {
  const sold = await callApi(request, token, products.list, { query: { vendor: 'nvidia', sort: 'price', order: 'asc' } })
  const product = sold.find(({ gpu_idles: gpuIdles }) => gpuIdles > 0)
  const [base] = await callApi(request, token, products.images, { query: { vendor: 'nvidia' } })
  if (!product || !base) throw new Error('nothing to rent')
  const { token: quote } = await callApi(request, token, orders.quote, {
    body: {
      product_id: product.id,
      gpu_num: 1,
      image_id: base.id,
      data_disk: 50,
      charge_rule: 'hour',
      nick_name: '作者的实例',
    },
  })
  const { instance_id: instanceId } = await callApi(request, token, orders.create, { body: { quote } })
  const params = { id: instanceId ?? '' }
  const status = async () => (await callApi(request, token, instances.get, { params })).status
  await expect.poll(status, { timeout: 300_000 }).toBe(2)
  await callApi(request, token, instances.save_image, { params, body: { name: savedAs(), version: 'v1' } })
  const saved = async () => (await callApi(request, token, privateImages.list, { query: { keyword: savedAs() } }))[0]
  await expect.poll(async () => (await saved())?.state, { timeout: 300_000 }).toBe('ready')
  return (await saved())?.id ?? ''
}

async function publish(page: Page, privateImageId: string): Promise<void> {
  await page.goto(`/console/image/release-image?private_image_id=${privateImageId}`)
  await page.getByLabel('名称').fill(title())
  await page.getByLabel('简介').fill('装好的训练环境')
  await page.getByLabel('许可').fill('MIT')
  await page.getByLabel('说明').fill('## 启动\n\n```bash\nrun.sh\n```')
  await page.getByRole('tab', { name: '预览' }).click()
  await expect(page.getByRole('heading', { name: '启动' })).toBeVisible()
  await page.getByLabel('价格').fill('0.50')
  await expect(page.getByText(/运行时合计/)).toContainText('镜像 ¥0.50')
  await page.getByRole('button', { name: '提交审核' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title() })).toBeVisible()
  await expect(page.getByText('待审核').first()).toBeVisible({ timeout: 300_000 })
}

async function approve(page: Page): Promise<void> {
  await page.goto('/operator/image-reviews?state=pending')
  await page.getByRole('link', { name: `${title()} 1.0` }).click()
  await expect(page.getByRole('heading', { name: '启动' })).toBeVisible()
  await page.getByRole('button', { name: '通过', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('¥0.50/小时')
  await dialog.getByRole('button', { name: '通过' }).click()
  await expect(page.getByText('已发布').first()).toBeVisible()
}

async function collect(page: Page): Promise<void> {
  await page.goto(`/console/image/community-image?keyword=${encodeURIComponent(title())}`)
  await page.getByRole('button', { name: `收藏 ${title()}` }).click()
  await page.getByRole('link', { name: '我的收藏' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '收藏的镜像' })).toBeVisible()
  await page.getByRole('link', { name: title() }).click()
  await expect(page).toHaveURL(/\/console\/my-collect-image\/image-info\?id=/)
  await expect(page.getByRole('button', { name: /^已收藏/ })).toBeVisible()
}

async function rentWithIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: '用它创建实例' }).click()
  const summary = page.getByRole('complementary', { name: '配置摘要' })
  await expect(summary).toContainText(`${title()} 1.0`)
  await expect(summary).toContainText('0.50')
  await page.getByLabel('实例名称').fill('用社区镜像')
  await page.getByRole('button', { name: '创建实例', exact: true }).click()
  await expect(page).toHaveURL(/\/console\/container-instance\/detail\/gpu-/)
  await expect(page.getByText('运行中').first()).toBeVisible({ timeout: 300_000 })
}

test('an image goes from its creator through the review into the instance of somebody else', async ({ page }) => {
  test.slow()
  const token = await signInByApi(page, author)
  await publish(page, await savedImage(page.request, token))

  await clearSignIn(page)
  await signInByApi(page, reviewer)
  await approve(page)

  await clearSignIn(page)
  await signInByApi(page, consumer)
  await collect(page)
  await rentWithIt(page)
})
