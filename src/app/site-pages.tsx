import type { ReactNode } from 'react'
import { matchPath } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { preloadArticle } from '#src/site/help/preload-article.ts'
import { lazyPage } from '#src/ui/lazy-part.tsx'

const PhoneEntry = lazyPage(() => import('./PhoneLoginPage.tsx'))
const MarketPage = lazyPage(() => import('#src/site/market/MarketPage.tsx'))
const HelpHome = lazyPage(() => import('#src/site/help/HelpHome.tsx'))
const ArticlePage = lazyPage(() => import('#src/site/help/HelpArticlePage.tsx'))
const AppliancePage = lazyPage(() => import('#src/site/appliance/AppliancePage.tsx'))
const AboutPage = lazyPage(() => import('#src/site/about/AboutPage.tsx'))
const ImageListPage = lazyPage(() => import('#src/site/community/ImageListPage.tsx'))
const ImageDetailPage = lazyPage(() => import('#src/site/community/ImageDetailPage.tsx'))
const DataSetListPage = lazyPage(() => import('#src/site/community/DatasetListPage.tsx'))
const DataSetReleasePage = lazyPage(() => import('#src/site/community/DatasetReleasePage.tsx'))
const DataSetDetailPage = lazyPage(() => import('#src/site/community/DatasetDetailPage.tsx'))
const CreativeIncomePage = lazyPage(() => import('#src/site/community/CreativeIncomePage.tsx'))
const ImageReleasePage = lazyPage(() => import('#src/site/community/ImageReleasePage.tsx'))
const AuthorPage = lazyPage(() => import('#src/site/community/AuthorPage.tsx'))
const SandboxPage = lazyPage(() => import('#src/sandbox/SandboxPage.tsx'))
const CashierPage = lazyPage(() => import('#src/sandbox/CashierPage.tsx'))
const WechatPage = lazyPage(() => import('#src/sandbox/WechatPage.tsx'))
const AcceptPage = lazyPage(() => import('#src/auth/accept/AcceptInvitationPage.tsx'))
const ConfirmPage = lazyPage(() => import('#src/auth/confirm/WechatConfirmPage.tsx'))

export interface SitePage {
  path: string
  element: ReactNode
  /** Fetches all that the first drawing of the page needs, so that it does not suspend. */
  preload: (pathname: string) => Promise<unknown>
}

/** The public pages but home, which a visitor may see (spec §6), and the sandbox, which is no part of the site. */
export const site_pages: readonly SitePage[] = [
  { path: paths.market, element: <MarketPage />, preload: MarketPage.preload },
  { path: paths.lg_model_aio, element: <AppliancePage />, preload: AppliancePage.preload },
  { path: paths.about_us, element: <AboutPage />, preload: AboutPage.preload },
  { path: paths.help, element: <HelpHome />, preload: HelpHome.preload },
  {
    path: paths.help_article_pattern,
    element: <ArticlePage />,
    preload: (pathname) => Promise.all([ArticlePage.preload(), preloadArticle(pathname)]),
  },
  { path: paths.community_images, element: <ImageListPage />, preload: ImageListPage.preload },
  { path: paths.community_image_pattern, element: <ImageDetailPage />, preload: ImageDetailPage.preload },
  { path: paths.community_data_sets, element: <DataSetListPage />, preload: DataSetListPage.preload },
  { path: paths.community_data_set_pattern, element: <DataSetDetailPage />, preload: DataSetDetailPage.preload },
  { path: paths.creative_income, element: <CreativeIncomePage />, preload: CreativeIncomePage.preload },
  {
    path: paths.community_image_release,
    element: <ImageReleasePage />,
    preload: ImageReleasePage.preload,
  },
  { path: paths.community_author_pattern, element: <AuthorPage />, preload: AuthorPage.preload },
  {
    path: paths.community_data_set_release,
    element: <DataSetReleasePage />,
    preload: DataSetReleasePage.preload,
  },
  { path: paths.phone_login(), element: <PhoneEntry mode="login" />, preload: PhoneEntry.preload },
  { path: paths.phone_register(), element: <PhoneEntry mode="register" />, preload: PhoneEntry.preload },
  { path: paths.wechat_confirm, element: <ConfirmPage />, preload: ConfirmPage.preload },
  { path: paths.accept_sub_account, element: <AcceptPage />, preload: AcceptPage.preload },
  { path: paths.sandbox, element: <SandboxPage />, preload: SandboxPage.preload },
  { path: paths.sandbox_wechat, element: <WechatPage />, preload: WechatPage.preload },
  { path: paths.sandbox_cashier, element: <CashierPage />, preload: CashierPage.preload },
]

/** Fetches what the page at an address needs; an address that is none of ours needs nothing. */
export const preloadPage = async (pathname: string): Promise<void> => {
  await site_pages.find(({ path }) => matchPath(path, pathname))?.preload(pathname)
}
