import type { EndpointData } from '#contract/endpoint.ts'
import type { platform } from '#contract/platform.ts'

type ServerInfo = EndpointData<typeof platform.server_info>

export const buildServerInfo = (change: Partial<ServerInfo> = {}): ServerInfo => ({
  brand: '智算中心',
  version: '0.1.0',
  now: '2026-11-21T06:00:00Z',
  played: ['sms', 'mail', 'payment', 'wechat'],
  offers: { wechat: true, mail: true, invoicing: true, ssh: true, organisations: false },
  disks: { system: 'measured', data: 'measured' },
  simulated: true,
  icp_number: null,
  police_number: null,
  qrcodes: { service: null, official: null },
  home_message: null,
  contact: { email: null, phone: null, address: null },
  ...change,
})
