import { z } from 'zod'
import { parseUrl } from '#contract/parse-url.ts'
import { Banner } from '../banners.ts'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { isPlainText } from '../plain-text.ts'
import { ById, Name, Time } from '../scalars.ts'

/** A path of this site or an https address. `//host` and `/\host` are rejected because they lead to other sites. */
const Link = z
  .string()
  .trim()
  .max(300, '链接最多 300 个字')
  .refine(
    (link) => link === '' || /^\/(?![/\\])[^\s\\]*$/.test(link) || (/^https:\/\/[^\s\\]+$/.test(link) && parseUrl(link) !== null),
    '请输入站内路径（以 / 开头）或 https 地址',
  )

export const BannerForm = z
  .object({
    title: Name(30, '标题'),
    text: Name(80, '说明'),
    link: Link.nullable()
      .default(null)
      .transform((link) => link || null),
    art: Banner.shape.art,
    position: z.number({ error: '请输入排序' }).int('排序须为整数').min(0, '排序至少 0').max(100_000, '排序最多 100000'),
    visible_from: Time.nullable().default(null),
    visible_to: Time.nullable().default(null),
  })
  .refine(({ visible_from: visibleFrom, visible_to: visibleTo }) => !visibleFrom || !visibleTo || visibleFrom < visibleTo, {
    error: '结束须晚于开始',
    path: ['visible_to'],
  })
export type BannerForm = z.output<typeof BannerForm>

export const OperatorBanner = Banner.extend({
  position: z.number().int(),
  visible_from: Time.nullable(),
  visible_to: Time.nullable(),
  shown: z.boolean().meta({ description: '此刻在首页展示' }),
}).meta({ id: 'OperatorBanner' })
export type OperatorBanner = z.infer<typeof OperatorBanner>

export const operatorBanners = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/banner/list',
    access: 'operator',
    summary: '首页轮播，含未展示的',
    description: 'Lists the slides of the home carousel, including those not shown now.',
    source: 'decided: product §10',
    query: listQuery(['position'], { keyword: Keyword }),
    data: z.array(OperatorBanner),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/banner/:id',
    access: 'operator',
    summary: '轮播详情',
    description: 'Returns one slide of the home carousel.',
    source: 'decided: as list',
    params: ById,
    data: OperatorBanner,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/banner',
    access: 'operator_admin',
    idempotent: true,
    summary: '新建轮播',
    description: 'Creates a slide of the home carousel, shown between `visible_from` and `visible_to`.',
    message: '轮播已创建',
    source: 'decided: product §10',
    body: BannerForm,
    data: OperatorBanner,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/operator/banner/:id',
    access: 'operator_admin',
    idempotent: true,
    summary: '修改轮播',
    description: 'Replaces the content of a slide of the home carousel.',
    message: '轮播已修改',
    source: 'decided: product §10',
    params: ById,
    body: BannerForm,
    data: OperatorBanner,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/operator/banner/:id',
    access: 'operator_admin',
    idempotent: true,
    summary: '删除轮播',
    description: 'Deletes a slide of the home carousel.',
    message: '轮播已删除',
    source: 'decided: product §10',
    params: ById,
    data: z.null(),
  }),
}

const HomeMessage = z
  .object({
    text: z.string().meta({ description: '此刻显示的；空则不显示' }),
    set: z.boolean().meta({ description: '由运营设置；否则取自部署配置' }),
    default_text: z.string().meta({ description: '部署配置的顶部消息' }),
    updated_at: Time.nullable(),
  })
  .meta({ id: 'HomeMessage' })

const homeMessageBase = { access: 'operator_admin', source: 'decided: product §10', data: HomeMessage } as const
export const operatorHomeMessage = {
  get: endpoint({
    ...homeMessageBase,
    method: 'GET',
    path: '/api/v1/operator/home_message',
    summary: '顶部消息',
    description: 'Returns the message at the top of the site, and where it comes from.',
  }),
  update: endpoint({
    ...homeMessageBase,
    method: 'PUT',
    path: '/api/v1/operator/home_message',
    idempotent: true,
    summary: '设置顶部消息；空则不显示',
    description: 'Sets the message at the top of the site; an empty text shows none.',
    message: '顶部消息已更新',
    body: z.object({
      text: z.string({ error: '请输入消息' }).trim().max(120, '消息最多 120 个字').refine(isPlainText, '消息不能包含控制字符'),
    }),
  }),
  reset: endpoint({
    ...homeMessageBase,
    method: 'DELETE',
    path: '/api/v1/operator/home_message',
    idempotent: true,
    summary: '恢复部署配置的顶部消息',
    description: "Goes back to the top message of the deployment's configuration.",
    message: '已恢复默认消息',
  }),
}
