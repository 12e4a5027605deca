import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import secretKeys from '#src/features/keys/keys.resource.tsx'
import { findPageTitle, getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { serveSecretKeys } from '#tests/web/support/keys.ts'

const resources = [secretKeys]
const open = (path: string, count = 2) => {
  const world = serveSecretKeys(count)
  renderWholeApp(path, { resources })
  return world
}

afterEach(() => vi.restoreAllMocks())

describe('§2 SSH keys', () => {
  it('shows name, kind, fingerprint and time', async () => {
    open('/console/secret-key')
    const row = await screen.findByRole('row', { name: /密钥 1/ })
    for (const text of ['Ed25519 · 256 位', '2026-11-21 14:01']) expect(within(row).getByText(text)).toBeInTheDocument()
  })

  it('generates a pair, shows the private key once, and warns who leaves without it', async () => {
    const user = userEvent.setup()
    const world = open('/console/secret-key/create')
    await findPageTitle('新建 SSH 密钥')
    await user.type(screen.getByLabelText('密钥名称'), '工作站')
    await user.click(screen.getByRole('button', { name: '创建' }))
    const dialog = await screen.findByRole('dialog', { name: '保存「工作站」的私钥' })
    expect(dialog).toHaveTextContent('BEGIN OPENSSH PRIVATE KEY')
    expect(world.rows.at(-1)).toMatchObject({ name: '工作站', algorithm: 'ed25519' })

    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await screen.findByText(/关闭后无法再次查看/)
    await user.click(screen.getByRole('button', { name: '返回保存' }))

    await user.click(within(dialog).getByRole('button', { name: '复制私钥' }))
    expect(await navigator.clipboard.readText()).toContain('BEGIN OPENSSH PRIVATE KEY')
    await user.click(within(dialog).getByRole('button', { name: '完成' }))
    await waitFor(() => expect(getAddress()).toBe('/console/secret-key'))
    await screen.findByRole('link', { name: '工作站' })
  })

  it('takes a public key, and says at the field what is wrong with it', async () => {
    const user = userEvent.setup()
    open('/console/secret-key/create')
    await findPageTitle('新建 SSH 密钥')
    await user.click(screen.getByText('导入已有公钥'))
    expect(screen.queryByText('Ed25519')).not.toBeInTheDocument()
    await user.type(screen.getByLabelText('密钥名称'), '旧电脑')
    await user.click(screen.getByRole('button', { name: '创建' }))
    await screen.findByText('请粘贴公钥')
    await user.type(screen.getByLabelText('公钥'), 'ssh-rsa AAAA')
    await user.click(screen.getByRole('button', { name: '创建' }))
    await screen.findByText('公钥格式有误')
    expect(screen.getByLabelText('公钥')).toHaveValue('ssh-rsa AAAA')
    expect(screen.getByLabelText('密钥名称')).toHaveValue('旧电脑')
  })

  it('renames over the list', async () => {
    const user = userEvent.setup()
    const world = open('/console/secret-key')
    await user.click(await screen.findByRole('button', { name: '改名 密钥 2' }))
    const dialog = await screen.findByRole('dialog', { name: '改名「密钥 2」' })
    const input = within(dialog).getByLabelText('密钥名称')
    expect(input).toHaveValue('密钥 2')
    await user.clear(input)
    await user.type(input, '新名字')
    await user.click(within(dialog).getByRole('button', { name: '保存' }))
    await screen.findByRole('link', { name: '新名字' })
    await screen.findByText('已改名')
    expect(world.rows[1]?.name).toBe('新名字')
  })

  it('deletes from its own page after saying what that does, and returns to the list', async () => {
    const user = userEvent.setup()
    const world = open('/console/secret-key/key-1')
    await findPageTitle('密钥 1')
    await user.click(screen.getByRole('button', { name: '删除' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('已经在用它的实例不受影响')
    await user.click(within(dialog).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(getAddress()).toBe('/console/secret-key'))
    expect(world.rows.map(({ id }) => id)).toEqual(['key-2'])
    await screen.findByText('已删除 SSH 密钥')
  })
})
