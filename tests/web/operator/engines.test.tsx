import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type OperatorEngine, operatorEngines } from '#contract/operator/engines.ts'
import '#src/admin/form/ResourceCreatePage.tsx'
import '#src/admin/form/ResourceUpdatePage.tsx'
import '#src/operator/engines/CheckEngineDialog.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const cluster: OperatorEngine = {
  ...{ id: 'engine-1', name: 'beijing-1', kind: 'kubernetes', configured: false, state: 'ok', hosts: 2, silent_hosts: 0 },
  ...{ address: 'https://k8s.lab:6443', namespace: 'zhisuan', storage_class: 'ceph-block', disk_quota: true },
  ...{ node_selector: 'zhisuan/rent=yes', tolerated_taints: '', pull_secret: '', shared_claim: '', runtime: '' },
  ...{ socket_path: '', virtual_cards: '', has_credentials: true, host_key: null, problem: null, why_none_added: null },
  created_at: '2026-11-28T02:00:00Z',
}
const kubeconfig = 'apiVersion: v1'
const whyNone = '环境变量 COMPUTE=simulator：只有模拟的机器，不连接真实的机器和集群'
const open = (page: string, engine = cluster) =>
  openApp(page, {
    user: buildUser({ role: 'operator_admin' }),
    answer: () => {
      mockCall(operatorEngines.list, () => ({ items: [engine], total: 1 }))
      mockCall(operatorEngines.get, () => engine)
    },
  })
const field = (name: RegExp) => screen.findByRole('textbox', { name })

describe('decision 121 The form of an engine', () => {
  it('begins with the kind, and asks only for what that kind needs', async () => {
    await open('/operator/engines/create')
    expect(await field(/^地址$/)).toBeVisible()
    expect(screen.queryByRole('textbox', { name: /kubeconfig/ })).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'Kubernetes' }))
    expect(await field(/^kubeconfig$/)).toBeVisible()
    for (const name of [/集群名/, /命名空间/, /节点标签/, /存储类/, /拉取镜像的 Secret/, /运行时类/, /共享卷/])
      expect(await field(name)).toBeVisible()
    for (const name of [/^地址/, /虚拟卡/, /容器运行时/]) expect(screen.queryByRole('textbox', { name })).toBeNull()
  })

  it('sends a cluster, and shows what is wrong with its kubeconfig at the field', async () => {
    await open('/operator/engines/create')
    const sent: unknown[] = []
    mockCall(operatorEngines.create, ({ body: { kind, name, kubeconfig: text, address, storage_class: storageClass } }) => {
      sent.push({ kind, name, kubeconfig: text, address, storage_class: storageClass })
      if (text !== kubeconfig) throw new RefusedError('invalid', { errors: { kubeconfig: ['没有当前的 context'] } })
      return cluster
    })
    const submit = async () => userEvent.click(await screen.findByRole('button', { name: /创建/ }))
    await userEvent.click(await screen.findByRole('radio', { name: 'Kubernetes' }))
    await userEvent.type(await field(/集群名/), 'beijing-1')
    await submit()
    expect(await screen.findByText('请粘贴 kubeconfig')).toBeInTheDocument()
    expect(sent).toEqual([])
    await userEvent.type(await field(/^kubeconfig$/), 'kind: Pod')
    await userEvent.type(await field(/存储类/), 'ceph-block')
    await submit()
    expect(await screen.findByText('没有当前的 context')).toBeInTheDocument()
    await userEvent.clear(await field(/^kubeconfig$/))
    await userEvent.type(await field(/^kubeconfig$/), kubeconfig)
    await submit()
    await waitFor(() =>
      expect(sent.at(-1)).toEqual({
        kind: 'kubernetes',
        name: 'beijing-1',
        kubeconfig,
        address: '',
        storage_class: 'ceph-block',
      }),
    )
  })

  it('changes a cluster as a cluster, and its kubeconfig may stay', async () => {
    await open('/operator/engines/engine-1/edit')
    expect(await field(/存储类/)).toHaveValue('ceph-block')
    expect(await field(/kubeconfig/)).toHaveValue('')
    expect(screen.queryByRole('textbox', { name: /^地址/ })).toBeNull()
  })
})

describe('decision 120 The button that adds an engine', () => {
  it('is there', async () => {
    await open('/operator/engines')
    await screen.findByText('beijing-1')
    expect(screen.getByRole('button', { name: /接入引擎/ })).toBeEnabled()
  })

  it('gives way to the reason where none can be added, before a form is filled in', async () => {
    await open('/operator/engines', { ...cluster, why_none_added: whyNone })
    expect(await screen.findByText(whyNone)).toBeVisible()
    expect(screen.queryByRole('button', { name: /接入引擎/ })).toBeNull()
  })

  it('gives way to it at the address of the form, too', async () => {
    await open('/operator/engines/create', { ...cluster, why_none_added: whyNone })
    expect(await screen.findByText('现在不能接入引擎')).toBeVisible()
    expect(screen.getByText(whyNone)).toBeVisible()
    expect(screen.queryByRole('textbox', { name: /^地址$/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '返回列表' }))
    expect(await screen.findByText('beijing-1')).toBeVisible()
  })
})

describe('decision 121 A cluster among the engines', () => {
  it('is shown with its address and its kind, and is checked as machines are', async () => {
    await open('/operator/engines')
    const row = (await screen.findByText('beijing-1')).closest('tr')!
    expect(row).toHaveTextContent('https://k8s.lab:6443')
    expect(row).toHaveTextContent('Kubernetes')
    mockCall(operatorEngines.check, () => ({
      findings: [{ item: '存储类', ok: false, found: '没有默认的存储类', mend: '填写存储类' }],
      shown_host_key: null,
    }))
    await userEvent.click(within(row).getByRole('button', { name: /检查/ }))
    const dialog = await screen.findByRole('dialog', { name: /检查 beijing-1/ })
    expect(await within(dialog).findByText('没有默认的存储类')).toBeVisible()
    expect(within(dialog).queryByText(/主机密钥/)).toBeNull()
  })
})
