import { Link } from 'react-router-dom'
import { type StockAlertState, stockAlertStates, stockAlerts } from '#contract/stock-alerts.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<StockAlertState> = {
  waiting: { tone: 'warning', icon: 'bell' },
  sent: { tone: 'success', icon: 'check' },
  cancelled: { tone: 'neutral', icon: 'close' },
}

/** The user's stock alerts. Not in the menu: alerts are created and mostly viewed on the market. */
export default defineResource({
  name: 'stock-alerts',
  label: '到货提醒',
  meaning: '能租到所需卡数时通知一次，不占位、不扣款；要保证先后，请排队。',
  path: paths.stockAlerts,
  nav: { section: 'instances', order: 30 },
  api: { list: stockAlerts.list },
  title: (alert) => alert.product_name,
  columns: [
    {
      field: 'product_name',
      title: '产品',
      text: ({ product_name: productName, region_name: regionName }) => `${productName} · ${regionName}`,
    },
    { field: 'gpu_num', title: '卡数', text: ({ gpu_num: gpuNum }) => `${gpuNum} 张` },
    { field: 'state', title: '状态', type: 'status', words: stockAlertStates, looks: statusStyles },
    { field: 'created_at', title: '设置时间', type: 'time' },
    { field: 'ended_at', title: '结束时间', type: 'time' },
  ],
  filters: { state: { label: '状态', options: stockAlertStates } },
  actions: [
    {
      name: 'cancel',
      label: '取消提醒',
      icon: <Icon name="close" />,
      endpoint: stockAlerts.cancel,
      effect: '到货时不再通知你；随时可以在算力市场重新设置。',
      allowed: ({ state }) => state === 'waiting',
      whenOff: 'hidden',
    },
  ],
  empty: {
    title: '没有到货提醒',
    hint: '在算力市场，缺货的产品旁可以设到货提醒。',
    action: <Link to={paths.market}>去算力市场</Link>,
  },
})
