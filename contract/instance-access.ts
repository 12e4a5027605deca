import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById } from './scalars.ts'

/** Ports with a link of their own (product §4). Other ports are reached through `ssh -L`. */
export const linkPorts = {
  6006: { label: 'TensorBoard', kind: 'http' },
  6008: { label: '自定义服务', kind: 'http' },
  8888: { label: 'JupyterLab', kind: 'jupyter' },
} as const satisfies Record<number, { label: string; kind: 'http' | 'jupyter' }>
export type LinkPort = keyof typeof linkPorts
export const jupyterPort = 8888 satisfies LinkPort

/** WebSocket close codes of the terminal: the console shows the reason and decides whether to reconnect. */
export const terminalCloseCodes = { ended: 4000, refused: 4001, unavailable: 4002, too_many: 4003 } as const

const LinkPort = z.literal(Object.keys(linkPorts).map(Number) as LinkPort[], { error: '这个端口没有链接，请用 SSH 端口转发' })

/** Ways to connect to an instance. A part is null if its gateway is off. */
export const InstanceAccess = z
  .object({
    ssh: z
      .object({
        host: z.string(),
        port: z.number().int(),
        user: z.string().meta({ description: '实例编号就是用户名' }),
        command: z.string(),
        fingerprint: z.string().meta({ description: '网关主机密钥，SHA256:…，首次登录时核对' }),
        password_set: z.boolean(),
        password_kept: z.boolean().meta({ description: '可以用 reveal_password 查看；重置过的不再保存' }),
        keys: z
          .array(z.object({ name: z.string(), fingerprint: z.string(), of: z.enum(['account', 'creation']) }))
          .meta({ description: '现在可以登录的公钥：账号里的，和创建实例时选的' }),
      })
      .nullable(),
    ports: z
      .array(
        z.object({
          port: LinkPort,
          label: z.string(),
          kind: z.enum(['http', 'jupyter']),
          open: z.boolean().nullable().meta({ description: '现在是否有程序监听；无法得知时为 null' }),
        }),
      )
      .nullable(),
  })
  .meta({ id: 'InstanceAccess' })
export type InstanceAccess = z.infer<typeof InstanceAccess>

export const instanceAccess = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/instance/:id/access',
    access: 'user',
    owned: 'instance',
    summary: '怎样进入实例：SSH、端口链接',
    description: 'Returns how to reach an instance: its SSH address, the keys that may log in, and its port links.',
    source: 'decided: product §4',
    params: ById,
    data: InstanceAccess,
  }),
  reveal_password: endpoint({
    method: 'POST',
    path: '/api/v1/instance/:id/reveal_password',
    access: 'user',
    owned: 'instance',
    summary: '查看创建时生成的 SSH 密码，重置之前都可以；没有密码时生成一个',
    description: 'Returns the SSH password generated at creation, or generates one if there is none; a reset one is not kept.',
    source: 'decided: docs/decisions/067',
    params: ById,
    data: z.object({ password: z.string() }),
  }),
  reset_password: endpoint({
    method: 'POST',
    path: '/api/v1/instance/:id/reset_password',
    access: 'user',
    owned: 'instance',
    summary: '重置 SSH 密码：生成新密码，只返回这一次',
    description: 'Generates a new SSH password and returns it this once; the old one stops working at once.',
    message: '已重置密码',
    source: 'decided: product §4',
    params: ById,
    data: z.object({ password: z.string() }),
  }),
  port_ticket: endpoint({
    method: 'POST',
    path: '/api/v1/instance/:id/port_ticket',
    access: 'user',
    owned: 'instance',
    summary: '打开端口链接的一次性地址，30 秒内有效',
    description: 'Returns a one-time URL that opens a port of the instance in the browser, valid for 30 seconds.',
    source: 'decided: product §4',
    params: ById,
    body: z.object({ port: LinkPort }),
    data: z.object({ url: z.string() }),
  }),
}
