import { type InstanceStatus, instanceStatuses } from '#contract/instance-actions.ts'
import { invoiceStates } from '#contract/invoice-states.ts'
import { bankTransferReviewStates } from '#contract/operator/bank-transfers.ts'
import { hostStates } from '#contract/operator/hosts.ts'
import { operatorSearch, type SearchKind, searchKinds, searchResultMax, searchTextMin } from '#contract/operator/search.ts'
import { withdrawalReviewStates } from '#contract/operator/withdrawals.ts'
import { orderStatuses } from '#contract/orders.ts'
import { rechargeStatuses } from '#contract/wallet.ts'
import type { AreaSearch, FoundGroup } from '#src/admin/palette/area-search.ts'
import { callEndpoint } from '#src/api/call.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { withQuery } from '#src/paths.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'

interface KindView {
  label: string
  icon: IconName
  /** List of the kind; a row's page is below it. */
  path: `/${string}`
  states: Readonly<Record<string, string>>
}

const kinds: Record<SearchKind, KindView> = {
  'operator-users': { label: '用户', icon: 'user', path: operatorPaths.users, states: { active: '', frozen: '已冻结' } },
  'operator-instances': { label: '实例', icon: 'chip', path: operatorPaths.instances, states: instanceStatuses },
  'operator-hosts': { label: '主机', icon: 'display', path: operatorPaths.hosts, states: hostStates },
  'operator-products': {
    label: '产品',
    icon: 'wallet',
    path: operatorPaths.products,
    states: { on_sale: '在售', off_sale: '未在售' },
  },
  'operator-orders': { label: '订单', icon: 'receipt', path: operatorPaths.orders, states: orderStatuses },
  'operator-recharges': { label: '充值', icon: 'wallet', path: operatorPaths.recharges, states: rechargeStatuses },
  'operator-bank-transfers': {
    label: '对公转账',
    icon: 'rows',
    path: operatorPaths.bankTransfers,
    states: bankTransferReviewStates,
  },
  'operator-withdrawals': {
    label: '提现',
    icon: 'external',
    path: operatorPaths.withdrawals,
    states: withdrawalReviewStates,
  },
  'operator-invoices': { label: '发票', icon: 'receipt', path: operatorPaths.invoices, states: invoiceStates },
}

async function findGroups(text: string, signal: AbortSignal): Promise<FoundGroup[]> {
  const { data } = await callEndpoint(operatorSearch.find, { query: { q: text } }, { signal })
  return (Object.keys(searchKinds) as SearchKind[]).map((kind) => {
    const { label, icon, path, states } = kinds[kind]
    const hits = data.filter((row) => row.kind === kind)
    const rows = hits.map(({ id, title, detail, state }) => ({
      id: `${kind}/${id}`,
      label: title,
      detail,
      aside: kind === 'operator-instances' ? <StatusTag status={Number(state) as InstanceStatus} /> : states[state],
      icon: <Icon name={icon} />,
      to: `${path}/${encodeURIComponent(id)}`,
    }))
    const all = {
      id: `${kind}/all`,
      label: `全部匹配的${label}`,
      detail: '',
      aside: null,
      icon: <Icon name="search" />,
      to: withQuery(path, { keyword: text }),
    }
    return { heading: label, rows: hits.length < searchResultMax ? rows : [...rows, all] }
  })
}

/** The search of the back office, for the palette. */
export const operatorAreaSearch: AreaSearch = {
  placeholder: '搜索用户、实例、主机、订单或页面，可以输入手机号、昵称或编号',
  minLength: searchTextMin,
  buildQuery: (text) => ({
    queryKey: buildEndpointKey(operatorSearch.find, { query: { q: text } }),
    queryFn: ({ signal }) => findGroups(text, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  }),
}
