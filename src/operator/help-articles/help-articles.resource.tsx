import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorHelpArticles } from '#contract/operator/help-articles.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { paths } from '#src/paths.ts'
import { type HelpSectionName, helpSections } from '#src/ui/help-sections.ts'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const stateLabels = { always: '始终显示', shown: '已显示', hidden: '已隐藏' }
const statusStyles: StateStyles<keyof typeof stateLabels> = {
  always: { tone: 'success', icon: 'check' },
  shown: { tone: 'success', icon: 'check' },
  hidden: { tone: 'neutral', icon: 'close' },
}

/** Visibility of the help articles; their texts are part of the release. */
export default defineResource({
  name: 'operator-help-articles',
  label: '帮助文章',
  meaning: '决定帮助中心展示哪些文章；正文随版本发布，协议始终可读。',
  path: operatorPaths.helpArticles,
  nav: { section: 'site', order: 50 },
  api: { list: operatorHelpArticles.list, one: operatorHelpArticles.get, history: operatorAudit.history },
  title: (article) => article.title,
  columns: [
    { field: 'title', title: '标题' },
    { field: 'section', title: '栏目', text: ({ section }) => helpSections[section as HelpSectionName] ?? section },
    {
      field: 'visible',
      title: '状态',
      type: 'status',
      value: ({ visible, required }) => (required ? 'always' : visible ? 'shown' : 'hidden'),
      words: stateLabels,
      looks: statusStyles,
    },
    { field: 'updated', title: '正文更新' },
    { field: 'changed_by', title: '操作人' },
    { field: 'changed_at', title: '操作时间', type: 'time' },
  ],
  details: [
    { field: 'summary', title: '摘要' },
    {
      field: 'id',
      title: '地址',
      render: ({ id }) => (
        <a href={paths.helpArticle(id)} target="_blank" rel="noopener">
          {paths.helpArticle(id)}
        </a>
      ),
      text: ({ id }) => paths.helpArticle(id),
    },
  ],
  filters: {
    section: { label: '栏目', options: helpSections },
    visible: { label: '状态', options: { true: '已显示', false: '已隐藏' } },
  },
  search: '搜索标题、摘要或地址',
  actions: [
    {
      name: 'show',
      label: '显示',
      endpoint: operatorHelpArticles.show,
      allowed: (article) => !article.visible,
      whenOff: 'hidden',
      effect: '文章重新出现在目录、搜索和站点地图里，地址可以打开。',
    },
    {
      name: 'hide',
      label: '隐藏',
      danger: true,
      endpoint: operatorHelpArticles.hide,
      allowed: (article) => article.visible && !article.required,
      whenOff: 'hidden',
      effect: '文章从目录、搜索和站点地图里消失，打开它的地址会回到帮助中心首页。正文不会被删除，随时可以恢复。',
    },
  ],
})
