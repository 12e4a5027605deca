import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { projects } from '#contract/projects.ts'
import { type SubAccount, subAccounts } from '#contract/sub-accounts.ts'
import '#src/admin/actions/ActionForm.tsx'
import '#src/admin/form/ResourceCreatePage.tsx'
import '#src/admin/form/ResourceUpdatePage.tsx'
import '#src/admin/list/ResourceListPage.tsx'
import '#src/features/projects/ProjectShow.tsx'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { buildProject } from '#tests/web/support/projects.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const list = '/console/account/project'
const member: SubAccount = {
  id: 'user-9',
  name: '李工',
  phone: '未绑定手机',
  state: 'active',
  has_password: false,
  invited_until: null,
  remaining: '48.20',
  spent_month: '1.50',
  unsettled: '0.00',
  monthly: '300.00',
  project: { id: 'project-1', name: '视觉组' },
  price_max: '5.00',
  instances_max: 2,
  instances: 1,
  running: 1,
  created_at: '2026-11-21T06:05:00Z',
}
beforeEach(() => {
  mockCall(projects.list, () => ({ items: [buildProject()], total: 1 }))
  mockCall(projects.get, () => buildProject())
  mockCall(subAccounts.list, () => ({ items: [member], total: 1 }))
})

describe('docs/decisions/112 Projects in the console', () => {
  it('are listed with budget, cards, spending and the way to their members', async () => {
    await openApp(list)
    const row = (await screen.findByRole('link', { name: '视觉组' })).closest('tr')!
    for (const text of ['¥500.00 / ¥1,000.00', '6 / 8 张', '120.50']) expect(within(row).getByText(text)).toBeInTheDocument()
    expect(within(row).getByRole('link', { name: '2 人' })).toHaveAttribute(
      'href',
      '/console/account/sub-account?project_id=project-1',
    )
  })

  it('are cards on a phone', async () => {
    resizeWindow(390)
    await openApp(list)
    expect(await screen.findByRole('link', { name: '视觉组' })).toHaveAttribute('href', `${list}/project-1`)
    expect(screen.getByText('6 / 8 张')).toBeInTheDocument()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('without limits say so', async () => {
    mockCall(projects.list, () => ({ items: [buildProject({ budget: null, rest: null, gpus_max: null, members: 0 })], total: 1 }))
    await openApp(list)
    expect(await screen.findByText('¥500.00 / 不限')).toBeInTheDocument()
    expect(screen.getByText('6 / 不限')).toBeInTheDocument()
  })

  it('open to their members', async () => {
    await openApp(`${list}/project-1`)
    const table = await screen.findByRole('region', { name: '成员' })
    expect(within(table).getByText('李工').closest('tr')).toHaveTextContent('李工正常1 台，1 台运行48.201.50')
    expect(screen.queryByText(/超过预算|超出预算/)).toBeNull()
  })

  it('say when the budget does not reach for what members are topped up to', async () => {
    mockCall(projects.get, () => buildProject({ top_ups: '1200.00' }))
    await openApp(`${list}/project-1`)
    expect(await screen.findByText('成员每月补足合计 ¥1,200.00，超过预算 ¥1,000.00')).toBeInTheDocument()
  })

  it('say by how much a budget is overrun', async () => {
    mockCall(projects.get, () => buildProject({ given: '1010.00', rest: '-10.00' }))
    await openApp(`${list}/project-1`)
    expect(await screen.findByText('本月已超出预算 ¥10.00')).toBeInTheDocument()
    expect(screen.getByText('¥1,010.00 / ¥1,000.00，超出 ¥10.00')).toBeInTheDocument()
  })

  it('are made by a form that shows a refusal at its field', async () => {
    let sent: unknown
    mockCall(projects.create, ({ body }) => {
      sent = body
      throw new RefusedError('name_taken', { errors: { name: ['已有同名的项目，请换一个名称'] } })
    })
    await openApp(`${list}/create`)
    await userEvent.type(await screen.findByRole('textbox', { name: /^项目名称/ }), '视觉组')
    await userEvent.type(screen.getByRole('textbox', { name: /^每月预算/ }), '1000')
    await userEvent.click(screen.getByRole('button', { name: '创建' }))
    expect(await screen.findByText('已有同名的项目，请换一个名称')).toBeInTheDocument()
    expect(sent).toMatchObject({ name: '视觉组', budget: '1000', gpus_max: null })
  })

  it('are not for a sub-account', async () => {
    await openApp(list, { user: buildUser({ account_type: 'sub' }) })
    expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('项目')
  })
})

describe('docs/decisions/112 The project of a sub-account', () => {
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name: /^所属项目/ }))
    await userEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }))
  }

  it('fills in the terms of a new member that are still empty', async () => {
    await openApp('/console/account/sub-account/create')
    await userEvent.type(await screen.findByRole('textbox', { name: /^每月补足到/ }), '10')
    await choose('视觉组')
    expect(screen.getByRole('textbox', { name: /^单台实例每小时最高/ })).toHaveValue('5.00')
    expect(screen.getByRole('spinbutton', { name: /^同时拥有的实例数/ })).toHaveValue('2')
    expect(screen.getByRole('textbox', { name: /^每月补足到/ })).toHaveValue('10')
  })

  it('is changed, and stays if nothing is chosen', async () => {
    const sent: unknown[] = []
    mockCall(subAccounts.get, () => member)
    mockCall(projects.list, () => ({ items: [buildProject(), buildProject({ id: 'project-2', name: '语音组' })], total: 2 }))
    mockCall(subAccounts.update, ({ body }) => {
      sent.push(body)
      throw new RefusedError('not_found', { errors: { project_id: ['项目不存在或已删除'] } })
    })
    await openApp('/console/account/sub-account/user-9/edit')
    const save = () => userEvent.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('视觉组', { selector: '.ant-select-selection-item' })).toBeInTheDocument()
    await save()
    await waitFor(() => expect(sent).toMatchObject([{ project_id: 'project-1' }]))
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toBeEnabled())
    await choose('语音组')
    await save()
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ project_id: 'project-2' }))
    expect(await screen.findByText('项目不存在或已删除')).toBeInTheDocument()
  })
})
