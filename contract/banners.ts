import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './scalars.ts'

/** Patterns the site draws itself when content has no picture. */
export const artPatterns = { wafer: '晶圆', wave: '波形', stairs: '阶梯', rings: '同心' } as const
export type ArtPattern = keyof typeof artPatterns
export const ArtPattern = z.enum(Object.keys(artPatterns) as [ArtPattern, ...ArtPattern[]])

/** One slide of the home carousel, which rotates every 5000 ms at 540 px (requirements §1). */
export const Banner = z
  .object({
    id: Id,
    title: z.string(),
    text: z.string(),
    link: z.string().nullable().meta({ description: '同源路径或 https 地址；空则不可点' }),
    art: ArtPattern,
  })
  .meta({ id: 'Banner' })
export type Banner = z.infer<typeof Banner>

export const banners = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/banner/list',
    access: 'public',
    summary: '首页轮播：此刻展示的，按顺序',
    description: 'Lists the slides of the home carousel that are shown now, in order.',
    source: 'decided: requirements §1 names the carousel, §7 no call',
    data: z.array(Banner),
  }),
}
