import { matchPath } from 'react-router-dom'
import { paths } from '#src/paths.ts'

/** `visitor`: anybody · `user`: who is signed in · `tencent`: `is_tencent` users; the others go to the overview. */
export type Guard = 'visitor' | 'user' | 'tencent'

const row = (who: Guard) => (path: string) => ({ path, who })

/** Who may see what (spec §6). The first row that matches counts; what no row names is unknown and goes home (spec §2). */
export const guards: readonly { path: string; who: Guard }[] = [
  // the pages a visitor may see, word for word
  ...[
    paths.home(),
    paths.phone_register(),
    paths.phone_login(),
    paths.market,
    paths.lg_model_aio,
    paths.about_us,
    paths.community,
    paths.community_images,
    paths.community_image_pattern,
    paths.creative_income,
    paths.community_data_sets,
    paths.community_data_set_pattern,
    '/community/model',
    '/community/model/detail',
  ].map(row('visitor')),
  // documents and agreements, the tap on the phone, and what stands in for the outside world
  ...['/help/*', paths.wechat_confirm, paths.accept_sub_account, `${paths.sandbox}/*`].map(row('visitor')),
  row('tencent')(`${paths.large_model_api}/*`),
  ...['/community/*', '/create-instance', '/already-instance', '/recharge', '/console/*', '/operator/*'].map(row('user')),
]

export const guardOf = (pathname: string): Guard => guards.find(({ path }) => matchPath(path, pathname))?.who ?? 'visitor'
