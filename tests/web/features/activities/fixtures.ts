import type { Activity, ActivityInstance, ActivityQuote } from '#contract/activities.ts'

export const buildActivity = (change: Partial<Activity> = {}): Activity => ({
  id: 'activity-1',
  image: '',
  art: 'wave',
  activity_title: '首周 8 折',
  activity_content: '包周一律 8 折',
  product_data: { product_id: 'product-4090,product-a100', discount_type: 'week', price_unit: 3 },
  period: 1,
  percent: 80,
  audience: 'all',
  per_user: 1,
  remaining: null,
  price_from: '269.66',
  origin_from: '337.07',
  starts_at: '2026-11-01T00:00:00Z',
  ends_at: '2026-12-01T00:00:00Z',
  ...change,
})

export const buildActivityInstance = (change: Partial<ActivityInstance> = {}): ActivityInstance => ({
  instance_name: 'gpu-1',
  nick_name: '微调',
  status: 2,
  image: 'PyTorch 2.6',
  flavor: { gpu_type: 'RTX 4090', gpu_num: 2, cpu_type: 'x86_64', cpu: 28, memory: 120, data_disk: 200 },
  charge_rule: 'hour',
  price_unit: 1,
  auto_stop_time: null,
  ...change,
})

export const buildActivityQuote = (change: Partial<ActivityQuote> = {}): ActivityQuote => ({
  token: 'quote-1',
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  activity: { id: 'activity-1', title: '首周 8 折', ends_at: '2026-12-01T00:00:00Z' },
  discount_type: 'week',
  period: 1,
  amount: '539.32',
  origin_amount: '674.14',
  lines: [
    { title: 'RTX 4090 × 2', detail: '活动价 ¥269.656/卡/周 × 2 卡 × 1 周', amount: '539.32' },
    { title: '数据盘 50 GB', detail: '50 GB 以内免费', amount: '0.00' },
  ],
  before: { charge_rule: 'hour', price_unit: 1, price_hour: '4.56', expire_at: null },
  after: { charge_rule: 'week', price_unit: 3, price_hour: '3.210190', expire_at: '2026-11-28T06:00:00Z' },
  settle_note: '已用的按量费用此刻结算到秒。',
  data_note: '系统盘和数据盘都不变。',
  balance: '1000.00',
  required: '539.32',
  enough: true,
  in_stock: true,
  real_name_passed: true,
  ...change,
})
