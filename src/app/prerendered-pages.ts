import { helpArticles } from '#contract/help-articles.ts'
import { paths } from '#src/paths.ts'

export interface PrerenderedPage {
  path: string
  /** Title of the tab and of search results; the brand is appended. */
  title: string
  description: string
  /** Module that renders the page; the browser preloads its code. */
  module: string
}

/** Pages rendered at build time, with the texts for search engines and link previews. */
export const prerenderedPages: readonly PrerenderedPage[] = [
  {
    path: paths.home(),
    title: 'GPU 算力租用',
    description: '按小时、包日或包周租用 GPU 容器实例。实时余量，价格公开，进入运行中才开始计费，按秒结算。',
    module: 'src/app/HomeRoute.tsx',
  },
  {
    path: paths.market,
    title: '算力市场',
    description: '按型号、地域、显存与卡数筛选 GPU，实时余量，三种计费并列，标出折合每卡时最低的一种。',
    module: 'src/site/market/MarketPage.tsx',
  },
  {
    path: paths.lgModelAio,
    title: '大模型训推一体机',
    description: '标准版、专业版、旗舰版，NVIDIA、昇腾、昆仑芯三种路线，放进自己机房的大模型训练与推理一体机，三年质保。',
    module: 'src/site/appliance/AppliancePage.tsx',
  },
  {
    path: paths.aboutUs,
    title: '关于我们',
    description: '我们做什么、怎么做、由谁来做，以及怎样联系到我们。',
    module: 'src/site/about/AboutPage.tsx',
  },
  {
    path: paths.communityImages,
    title: '社区镜像',
    description: '由用户整理、逐个版本审核的训练与推理环境，选一个就能用它创建 GPU 实例。',
    module: 'src/site/community/ImageListPage.tsx',
  },
  {
    path: paths.communityDataSets,
    title: '公开数据集',
    description: '常用数据集的说明、许可与文件，在线预览，在 GPU 实例里只读挂载。',
    module: 'src/site/community/DatasetListPage.tsx',
  },
  {
    path: paths.creativeIncome,
    title: '创作收益',
    description: '把环境整理成镜像发布到社区，别人每用一小时，你得到一份收益。',
    module: 'src/site/community/CreativeIncomePage.tsx',
  },
  {
    path: paths.help,
    title: '帮助中心',
    description: '快速开始、实例、计费规则与示例、连接方式、数据与镜像、账户、公开 API 与常见问题。',
    module: 'src/site/help/HelpHome.tsx',
  },
  ...helpArticles.map(({ slug, title, summary }) => ({
    path: paths.helpArticle(slug),
    title,
    description: summary,
    module: 'src/site/help/HelpArticlePage.tsx',
  })),
]

export interface DrawnPage extends PrerenderedPage {
  /** The parameters of the address that the page understands; the server ignores all others. */
  params: readonly string[]
  /** Modules loaded lazily that the first screen needs. */
  parts: readonly string[]
}

const markdown = ['src/ui/markdown/Markdown.tsx']

/** Pages that the server draws when asked for them, since their first screen is data. Title and text are those of an unnamed one. */
export const drawnPages: readonly DrawnPage[] = [
  ...prerenderedPages.flatMap((page): DrawnPage[] => {
    if (page.path === paths.communityImages)
      return [{ ...page, params: ['keyword', 'tag', 'framework', 'vendor', 'sort', 'page'], parts: [] }]
    if (page.path === paths.communityDataSets) return [{ ...page, params: ['keyword', 'tag', 'type', 'sort', 'page'], parts: [] }]
    return []
  }),
  {
    path: paths.communityImagePattern,
    title: '社区镜像',
    description: '用户整理、逐个版本审核的环境，选一个就能用它创建 GPU 实例。',
    module: 'src/site/community/ImageDetailPage.tsx',
    params: ['id', 'version'],
    parts: markdown,
  },
  {
    path: paths.communityDataSetPattern,
    title: '公开数据集',
    description: '数据集的说明、许可与文件，在 GPU 实例里只读挂载。',
    module: 'src/site/community/DatasetDetailPage.tsx',
    params: ['id', 'version'],
    parts: markdown,
  },
]
