import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { projects } from '#contract/projects.ts'
import { type SubAccount, subAccounts } from '#contract/sub-accounts.ts'
import '#src/admin/actions/ActionForm.tsx'
import '#src/admin/form/ResourceCreatePage.tsx'
import '#src/admin/list/ResourceListPage.tsx'
import '#src/features/sub-accounts/SubAccountShow.tsx'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { buildProject } from '#tests/web/support/projects.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'

const list = '/console/account/sub-account'
const sub: SubAccount = {
  id: 'user-9',
  name: '标注组',
  phone: '137****0009',
  state: 'active',
  has_password: false,
  invited_until: null,
  remaining: '48.20',
  spent_month: '1.50',
  unsettled: '0.30',
  monthly: '50.00',
  project: null,
  price_max: '5.00',
  instances_max: 2,
  instances: 1,
  running: 1,
  created_at: '2026-11-21T06:05:00Z',
}
const monthRow = {
  id: '2026-11-20-gpu-1',
  day: '2026-11-20',
  kind: 'usage' as const,
  title: '按量扣费',
  instance_id: 'gpu-1',
  instance_name: '训练机',
  product_id: 'product-1',
  product_name: 'RTX 4090',
  order_id: null,
  seconds: 2368,
  amount: '1.50',
  cash: '1.50',
  voucher: '0.00',
}
beforeEach(() => {
  mockCall(subAccounts.list, () => ({ items: [sub], total: 1 }))
  mockCall(projects.list, () => ({ items: [buildProject()], total: 1 }))
})

describe('product §6 Sub-accounts', () => {
  it('are listed with what is left, what was spent and what limits them', async () => {
    await openApp(list)
    const row = (await screen.findByRole('link', { name: '标注组' })).closest('tr')!
    const terms = '每月补足到 ¥50.00，单台每小时不超过 ¥5.00'
    for (const text of ['137****0009', '48.20', '1 台，1 台运行', '¥1.80 / ¥50.00', '1 / 2 台', terms])
      expect(within(row).getByText(text)).toBeInTheDocument()
    expect(within(row).getByRole('link', { name: '48.20' })).toHaveAttribute(
      'href',
      '/console/cost/income-detail?kind=allocate&keyword=user-9',
    )
    expect(within(row).getByText('含未结算')).toHaveTextContent('含未结算 0.30')
    expect(within(row).getByRole('link', { name: '1.80' })).toHaveAttribute('href', `${list}/user-9`)
  })

  it('open to the rows of what was spent this month, and what is not settled yet', async () => {
    mockCall(subAccounts.get, () => sub)
    mockCall(subAccounts.consumption, () => ({ items: [monthRow], total: 1 }))
    await openApp(`${list}/user-9`)
    const table = await screen.findByRole('region', { name: '本月消费明细' })
    expect(within(table).getByText('训练机').closest('tr')).toHaveTextContent('2026-11-20按量扣费训练机1.500.00')
    expect(screen.getByText('另有未结算')).toHaveTextContent('另有未结算 ¥0.30')
  })

  it('are cards on a phone', async () => {
    resizeWindow(390)
    await openApp(list)
    expect(await screen.findByRole('link', { name: '标注组' })).toHaveAttribute('href', `${list}/user-9`)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('get money after it was said what that does, and a refusal stands at the amount', async () => {
    let sent: unknown
    mockCall(subAccounts.allocate, () => sub)
    mockCall(subAccounts.take_back, ({ body }) => {
      sent = body
      throw new RefusedError('sub_account_budget', { errors: { amount: ['最多可以收回 ¥48.20'] } })
    })
    await openApp(list)
    await userEvent.click(await screen.findByRole('button', { name: '收回额度 标注组' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('已经用掉和运行中未结算的部分不能收回')
    await userEvent.type(within(dialog).getByRole('textbox', { name: '金额（元）' }), '60')
    await userEvent.click(within(dialog).getByRole('button', { name: '收回额度' }))
    expect(await within(dialog).findByText('最多可以收回 ¥48.20')).toBeInTheDocument()
    expect(sent).toEqual({ amount: '60' })
  })

  it('get money once though the answer is lost: the same again is the same intent, another amount is another', async () => {
    const keys: (string | null)[] = []
    mswServer.use(
      http.post(`*${subAccounts.allocate.path}`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return HttpResponse.error()
      }),
    )
    await openApp(list)
    await userEvent.click(await screen.findByRole('button', { name: '划拨额度 标注组' }))
    const dialog = await screen.findByRole('dialog')
    const amount = within(dialog).getByRole('textbox', { name: '金额（元）' })
    const go = () => userEvent.click(within(dialog).getByRole('button', { name: /划拨额度$/ }))
    await userEvent.type(amount, '7')
    await go()
    expect(await within(dialog).findByText(/^没有收到答复/)).toBeVisible()
    await go()
    await waitFor(() => expect(keys).toHaveLength(2))
    await waitFor(() => expect(amount).toBeEnabled())
    await userEvent.type(amount, '0')
    await go()
    await waitFor(() => expect(keys).toHaveLength(3))
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
  })

  it('wait for whom they are for, are invited again, and withdrawn', async () => {
    const waiting: SubAccount = { ...sub, state: 'invited', invited_until: '2026-11-30T06:05:00Z', instances: 0, running: 0 }
    const over: SubAccount = { ...waiting, id: 'user-10', name: '测试组', state: 'expired' }
    mockCall(subAccounts.list, () => ({ items: [waiting, over], total: 2 }))
    const sent: string[] = []
    mockCall(subAccounts.invite, ({ params }) => {
      sent.push(params.id)
      return waiting
    })
    await openApp(list)
    expect(within((await screen.findByRole('link', { name: '标注组' })).closest('tr')!).getByText('待接受')).toBeInTheDocument()
    expect(within(screen.getByRole('link', { name: '测试组' }).closest('tr')!).getByText('邀请已过期')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '重新发送邀请 测试组' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('有效期从现在起重新计算 7 天')
    await userEvent.click(within(dialog).getByRole('button', { name: '重新发送邀请' }))
    await waitFor(() => expect(sent).toEqual(['user-10']))
    expect(screen.queryByRole('button', { name: '冻结 标注组' })).toBeNull()
  })

  it('are given no password by their master', async () => {
    await openApp(`${list}/create`)
    expect(await screen.findByText(/设置自己的密码/)).toBeInTheDocument()
    expect(screen.queryByLabelText(/密码/)).toBeNull()
  })

  it('are made by a form that refuses at its fields', async () => {
    await openApp(`${list}/create`)
    await userEvent.type(await screen.findByRole('textbox', { name: '手机号' }), '123')
    await userEvent.click(screen.getByRole('button', { name: '创建' }))
    expect(await screen.findByText('请输入正确的手机号')).toBeInTheDocument()
    expect(await screen.findByText('请输入名称')).toBeInTheDocument()
  })

  it('are not for a sub-account', async () => {
    await openApp(list, { user: buildUser({ account_type: 'sub' }) })
    expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('子账号')
  })
})
