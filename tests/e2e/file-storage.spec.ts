import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { Page } from '@playwright/test'
import { fileStorage } from '#contract/file-storage.ts'
import { callApi } from './api.ts'
import { expect, signInNewcomer, test } from './person.ts'

const pagePath = '/console/file-storage'
const mib = 1_048_576
const name = '训练 数据 🚀.bin'
const renamed = '训练集 ✅ 第二版.bin'

/** Bytes that are the same in every run and do not compress. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let i = 0, seed = 7; i < length; i += 4) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    bytes.writeUInt32LE(seed, i)
  }
  return bytes
}

/** A zip with one stored file whose name is in UTF-8. */
function zipOf(path: string, content: string): Buffer {
  const [entry, bytes] = [Buffer.from(path), Buffer.from(content)]
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc32(bytes), 0)
  sizes.writeUInt32LE(bytes.length, 4)
  sizes.writeUInt32LE(bytes.length, 8)
  const facts = Buffer.concat([Buffer.from([20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0x5b]), sizes, Buffer.from([entry.length, 0, 0, 0])])
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, entry, bytes])
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, Buffer.alloc(14), entry])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const dock = (page: Page) => page.getByRole('region', { name: '上传', exact: true })
const row = (page: Page, entry: string) => page.locator('main tr[data-row]').filter({ hasText: entry })

const upload = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel('选择文件', { exact: true }).setInputFiles(file)

async function act(page: Page, entry: string, action: string): Promise<void> {
  const button = row(page, entry).getByRole('button', { name: `${action} ${entry}`, exact: true })
  await expect(row(page, entry)).toBeVisible()
  if (await button.isVisible()) return button.click()
  await row(page, entry)
    .getByRole('button', { name: `更多操作 ${entry}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Throttles uploads to this rate until the returned function is called. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const pace = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput })
  await pace(bytesPerSecond)
  return () => pace(-1)
}

test('a file is uploaded, paused, resumed after a reload, renamed, moved, downloaded, unpacked and deleted', async ({ page }) => {
  test.slow()
  const token = await signInNewcomer(page)
  const file = { name, mimeType: 'application/octet-stream', buffer: bytesOf(8 * mib) }

  await page.goto(pagePath)
  await expect(page.getByRole('heading', { level: 1, name: '文件存储' })).toBeVisible()
  await expect(page.getByText(/^已用 .* \/ 20 GB$/)).toBeVisible()

  const speedUp = await slowDown(page, mib)
  await upload(page, file)
  await expect(dock(page).getByText(/\/s · 剩余/)).toBeVisible()
  await dock(page)
    .getByRole('button', { name: `暂停 ${name}` })
    .click()
  await expect(
    dock(page)
      .getByText(/已暂停/)
      .first(),
  ).toBeVisible()

  // leave the page and return within the console: the upload is still there
  await page.getByRole('navigation').getByRole('link', { name: 'SSH 密钥' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SSH 密钥' })).toBeVisible()
  await expect(dock(page).getByText(name)).toBeVisible()

  const [begun] = await callApi(page.request, token, fileStorage.uploads, {})
  expect(begun?.offset).toBeGreaterThan(0)
  expect(begun?.offset).toBeLessThan(file.buffer.length)
  await speedUp()

  await page.goto(pagePath)
  await expect(page.getByRole('heading', { name: '未完成的上传 1 个' })).toBeVisible()
  await page.getByLabel(`选择 ${name} 继续上传`).setInputFiles({ ...file, buffer: bytesOf(mib) })
  await expect(page.getByText(/名称或大小与/)).toBeVisible()
  await page.getByLabel(`选择 ${name} 继续上传`).setInputFiles(file)
  await expect(dock(page).getByText('1 个文件已上传')).toBeVisible({ timeout: 300_000 })
  await expect(row(page, name)).toContainText('8 MB')
  await expect(page.getByRole('heading', { name: /未完成的上传/ })).toBeHidden()
  await dock(page).getByRole('button', { name: '清除已完成' }).click()

  await act(page, name, '改名')
  await page.getByRole('dialog').getByLabel('名称').fill('坏/名.bin')
  await page.getByRole('dialog').getByRole('button', { name: '改名' }).click()
  await expect(page.getByText('名称不能包含 / 或 \\')).toBeVisible()
  await page.getByRole('dialog').getByLabel('名称').fill(renamed)
  await page.getByRole('dialog').getByRole('button', { name: '改名' }).click()
  await expect(row(page, renamed)).toBeVisible()

  await page.getByRole('button', { name: '新建文件夹' }).click()
  await page.getByRole('dialog').getByLabel('名称').fill('归档 2026')
  await page.getByRole('dialog').getByRole('button', { name: '新建' }).click()
  await act(page, renamed, '移动')
  await page.getByRole('dialog').getByRole('button', { name: '归档 2026' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '移动到「归档 2026」' }).click()
  await expect(row(page, renamed)).toBeHidden()
  await page.getByRole('link', { name: '归档 2026' }).click()
  await expect(page).toHaveURL(/path=/)
  await page.reload()
  await expect(row(page, renamed)).toBeVisible()

  const [download] = await Promise.all([page.waitForEvent('download'), act(page, renamed, '下载')])
  expect(download.suggestedFilename()).toBe(renamed)
  expect(sha256(readFileSync(await download.path()))).toBe(sha256(file.buffer))

  await upload(page, { name: '代码.zip', mimeType: 'application/zip', buffer: zipOf('说明/读我.txt', '你好，智算\n') })
  await act(page, '代码.zip', '解压')
  await page.getByRole('dialog').getByRole('button', { name: '解压' }).click()
  await page.getByRole('link', { name: '打开文件夹' }).click({ timeout: 300_000 })
  await page.getByRole('link', { name: '说明' }).click()
  await act(page, '读我.txt', '预览')
  await expect(page.getByRole('dialog').getByText('你好，智算')).toBeVisible()
  // the dialog receives the focus, and so the key, only once it is open
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden({ timeout: 2000 })
  }).toPass()
  await page.goBack()
  await page.goBack()

  await page.getByRole('checkbox', { name: `选择 ${renamed}` }).check()
  await page.getByRole('checkbox', { name: '选择 代码.zip' }).check()
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '删除' }).click()
  await expect(page.getByRole('dialog')).toContainText('永久删除')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(row(page, renamed)).toBeHidden()
  await expect(row(page, '代码.zip')).toBeHidden()
})

test('a name that is taken is asked about, and an offline browser goes on by itself', async ({ page }) => {
  await signInNewcomer(page)
  await page.goto(pagePath)
  const file = { name: '同名 🧪.txt', mimeType: 'text/plain', buffer: Buffer.from('一') }
  await upload(page, file)
  await expect(row(page, file.name)).toContainText('3 B')

  await upload(page, { ...file, buffer: Buffer.from('第二份') })
  const dialog = page.getByRole('dialog', { name: `已有同名的「${file.name}」` })
  await dialog.getByRole('button', { name: '保留两份' }).click()
  await expect(dock(page).getByText('2 个文件已上传')).toBeVisible()
  await expect(page.locator('main tr[data-row]').filter({ hasText: '同名 🧪' })).toHaveCount(2)

  await upload(page, { ...file, buffer: Buffer.from('第三份，覆盖') })
  await dialog.getByRole('button', { name: '覆盖' }).click()
  await expect(row(page, file.name)).toContainText('18 B')

  await page.context().setOffline(true)
  await upload(page, { name: '离线.txt', mimeType: 'text/plain', buffer: Buffer.from('稍后') })
  await expect(dock(page).getByText(/网络中断，恢复后自动继续/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(row(page, '离线.txt')).toBeVisible()
})
