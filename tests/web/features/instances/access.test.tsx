import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type InstanceAccess, instanceAccess } from '#contract/instance-access.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import '#src/features/instances/instances.resource.tsx'
import '#src/features/instances/detail/InstanceShow.tsx'
import '#src/features/instances/access/AccessMethods.tsx'
import '#src/features/instances/access/SshGuide.tsx'
import { toast } from '#src/ui/toast.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildInstanceDetail, type InstanceDetailReply, serveInstanceDetail } from './rentals.ts'

const address = '/console/container-instance/detail/gpu-1'
const key = { name: '笔记本', fingerprint: 'SHA256:abc', of: 'account' } as const

const ssh: NonNullable<InstanceAccess['ssh']> = {
  host: 'gpu.example.cn',
  port: 2222,
  user: 'gpu-1',
  command: 'ssh -p 2222 gpu-1@gpu.example.cn',
  fingerprint: 'SHA256:host',
  password_set: true,
  password_kept: true,
  keys: [key],
}
const ports: NonNullable<InstanceAccess['ports']> = [
  { port: 6006, label: 'TensorBoard', kind: 'http', open: false },
  { port: 6008, label: '自定义服务', kind: 'http', open: false },
  { port: 8888, label: 'JupyterLab', kind: 'jupyter', open: true },
]

async function openWith(access: Partial<InstanceAccess> = {}, change: Partial<InstanceDetailReply> = {}) {
  serveInstanceDetail(() => buildInstanceDetail(change))
  mockCall(instanceAccess.get, () => ({ ssh, ports, ...access }))
  await openApp(address)
}
const way = (name: string) => screen.findByRole('region', { name })

afterEach(() => vi.restoreAllMocks())

describe('product §4 Access', () => {
  it('gives the command to copy and says by what one can log in', async () => {
    await openWith()
    const login = await way('SSH 登录')
    expect(login).toHaveTextContent('ssh -p 2222 gpu-1@gpu.example.cn')
    expect(login).toHaveTextContent('可用密钥（1 把）或密码登录。')
    expect(within(login).getByLabelText('复制 SSH 命令')).toBeVisible()
  })

  it.each([
    [{ keys: [], password_set: false, password_kept: false }, {}, '还没有能登录的密钥或密码'],
    [{ password_set: false, password_kept: false }, {}, '可用密钥（1 把）登录。'],
    [{}, { status: 7 }, '进入「运行中」后，可用密钥（1 把）或密码登录。'],
  ] as const)('says what is missing: %j %j', async (part, change, words) => {
    await openWith({ ssh: { ...ssh, ...part } as typeof ssh }, change as Partial<InstanceDetailReply>)
    expect(await way('SSH 登录')).toHaveTextContent(words)
  })

  it('shows no way that is off', async () => {
    await openWith({ ssh: null })
    await way('端口链接')
    expect(screen.queryByRole('region', { name: 'SSH 登录' })).toBeNull()
  })

  it('tells of keys, forwarding and the host’s fingerprint', async () => {
    await openWith({ ssh: { ...ssh, keys: [key, { name: '旧电脑', fingerprint: 'SHA256:old', of: 'creation' }] } })
    await userEvent.click(await screen.findByText('密码、密钥与端口转发'))
    const guide = await screen.findByRole('dialog', { name: 'SSH 登录' })
    for (const text of [
      '笔记本',
      '旧电脑创建时选用，已从账号删除',
      'SHA256:host',
      '-L 8000:localhost:8000',
      'HostName gpu.example.cn',
    ])
      expect(guide).toHaveTextContent(text)
    expect(within(guide).getByRole('link', { name: '管理密钥' })).toHaveAttribute('href', '/console/secret-key')
  })
})

describe('decision 067 The password an instance is made with', () => {
  const revealed = () => {
    let times = 0
    mockCall(instanceAccess.reveal_password, () => {
      times += 1
      return { password: 'k7TnWq' }
    })
    return () => times
  }

  it('is asked for by the eye, and hidden again', async () => {
    await openWith()
    const times = revealed()
    const login = await way('SSH 登录')
    expect(within(login).getByLabelText('SSH 密码')).toHaveTextContent('•••')
    expect(times(), 'nobody has asked').toBe(0)
    await userEvent.click(within(login).getByRole('button', { name: '显示密码' }))
    expect(await within(login).findByText('k7TnWq')).toBeVisible()
    await userEvent.click(within(login).getByRole('button', { name: '隐藏密码' }))
    expect(within(login).queryByText('k7TnWq')).toBeNull()
    await userEvent.click(within(login).getByRole('button', { name: '显示密码' }))
    expect(times()).toBe(1)
  })

  it('is copied without being shown', async () => {
    const user = userEvent.setup()
    await openWith()
    revealed()
    const login = await way('SSH 登录')
    await user.click(within(login).getByRole('button', { name: '复制密码' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('k7TnWq'))
    await screen.findByText('已复制密码')
    expect(within(login).queryByText('k7TnWq')).toBeNull()
  })

  it('is made in one click where there is none', async () => {
    await openWith({ ssh: { ...ssh, password_set: false, password_kept: false } })
    revealed()
    const login = await way('SSH 登录')
    expect(login).not.toHaveTextContent('重置密码')
    mockCall(instanceAccess.get, () => ({ ssh, ports }))
    await userEvent.click(within(login).getByRole('button', { name: '生成密码' }))
    expect(await within(login).findByText('k7TnWq')).toBeVisible()
    expect(await within(login).findByText(/或密码登录/)).toBeVisible()
  })

  it('once reset, is known to nobody but its owner', async () => {
    await openWith({ ssh: { ...ssh, password_kept: false } })
    const login = await way('SSH 登录')
    expect(within(login).queryByRole('button', { name: '显示密码' })).toBeNull()
    await userEvent.click(within(login).getByRole('button', { name: '重置密码' }))
    expect(await screen.findByText('重置密码「微调」')).toBeVisible()
  })
})

describe('product §4 Reset of the password', () => {
  const openReset = async () => {
    await userEvent.click(await screen.findByText('密码、密钥与端口转发'))
    const guide = await screen.findByRole('dialog', { name: 'SSH 登录' })
    await userEvent.click(within(guide).getByRole('button', { name: '重置密码' }))
    return (await screen.findByText('重置密码「微调」')).closest('[role="dialog"]') as HTMLElement
  }

  it('says first what happens, and shows the new one once', async () => {
    let resets = 0
    await openWith()
    mockCall(instanceAccess.reset_password, () => {
      resets += 1
      return { password: 'k7Tn' }
    })
    const dialog = await openReset()
    expect(dialog).toHaveTextContent('旧密码立即失效')
    expect(resets).toBe(0)
    await userEvent.click(within(dialog).getByRole('button', { name: '重置密码' }))
    const shown = (await screen.findByText('新的 SSH 密码')).closest('[role="dialog"]') as HTMLElement
    expect(within(shown).getByLabelText('新密码')).toHaveTextContent('k7Tn')
    expect(shown).toHaveTextContent('只显示这一次')
    await userEvent.click(within(shown).getByRole('button', { name: '完成' }))
    await waitFor(() => expect(screen.queryByText('k7Tn')).toBeNull())
    expect(resets).toBe(1)
  })

  it('says why it was refused', async () => {
    await openWith()
    mockCall(instanceAccess.reset_password, () => {
      throw new RefusedError('action_not_allowed', { message: '当前状态不能重置密码' })
    })
    const dialog = await openReset()
    await userEvent.click(within(dialog).getByRole('button', { name: '重置密码' }))
    expect(await within(dialog).findByText('当前状态不能重置密码')).toBeInTheDocument()
  })
})

describe('decision 020 Port links', () => {
  const aTab = () => ({ opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() })

  it('open in a tab that knows nothing of the console', async () => {
    await openWith()
    const tab = aTab()
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    mockCall(instanceAccess.port_ticket, ({ body }) => ({ url: `http://gpu-1-${body.port}.localhost/` }))
    await userEvent.click(await screen.findByRole('button', { name: '打开 JupyterLab，端口 8888，有程序监听' }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('http://gpu-1-8888.localhost/'))
    expect(tab.opener).toBeNull()
  })

  it('close the tab again and say why when there is no way in', async () => {
    await openWith()
    const tab = aTab()
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    mockCall(instanceAccess.port_ticket, () => {
      throw new RefusedError('not_running')
    })
    await userEvent.click(await screen.findByRole('button', { name: /TensorBoard/ }))
    await waitFor(() => expect(tab.close).toHaveBeenCalled())
    expect(toast.get().map(({ message }) => message)).toEqual(['实例不在运行，请先开机'])
  })

  it.each([
    ['boots', { status: instanceStatusCodes.starting }, ports.slice(0, 2), '进入「运行中」后可以打开。'],
    ['is being saved', { status: instanceStatusCodes.saving }, ports, '进入「运行中」后可以打开。'],
    ['is stopped', { status: instanceStatusCodes.shut_down }, ports.slice(0, 2), '进入「运行中」后可以打开。'],
    ['runs without JupyterLab', {}, ports.slice(0, 2), 'JupyterLab 没有应答：可能还在启动，或镜像里没有它。'],
    ['runs', {}, ports, '绿点表示端口上有程序监听。'],
  ] as const)('keep their places while it %s, and say why one cannot be opened', async (_, change, answer, words) => {
    await openWith({ ports: [...answer] }, change as Partial<InstanceDetailReply>)
    const links = await way('端口链接')
    expect(within(links).getAllByRole('button')).toHaveLength(3)
    expect(within(links).getAllByRole('button')[0]).toHaveTextContent('JupyterLab')
    expect(links).toHaveTextContent(words)
  })

  it('cannot be opened while nothing runs', async () => {
    await openWith({}, { status: 7 })
    const links = await way('端口链接')
    for (const button of within(links).getAllByRole('button')) expect(button).toBeDisabled()
    expect(links).toHaveTextContent('进入「运行中」后可以打开')
  })
})
