import { Link } from 'react-router-dom'
import { vendor_names } from '#contract/vendors.ts'
import { paths } from '#src/paths.ts'
import { useTitle } from '#src/site/use-title.ts'
import controls from '#src/ui/controls.module.css'
import { Entries, page_size } from './CommunityEntries.tsx'
import { CommunityFrame } from './CommunityFrame.tsx'
import { SearchBar } from './CommunitySearchBar.tsx'
import { filtering, isFramework, isKeyword, isTag, type ListRules, queryOf, searchOf } from './community-query.ts'
import { type Chip, FilterChips } from './FilterChips.tsx'
import styles from './List.module.css'
import { ImageCard } from './PublicImageCard.tsx'
import { useAnswer } from './use-cached-query.ts'
import { useAsked } from './use-community-query.ts'

const isVendor = (value: string) => Object.hasOwn(vendor_names, value)
const rules: ListRules<'keyword' | 'tag' | 'framework' | 'vendor'> = {
  sorts: [
    { value: '', label: '最新发布', sort: 'published_at' },
    { value: 'uses', label: '使用最多', sort: 'uses' },
    { value: 'stars', label: '收藏最多', sort: 'stars' },
  ],
  filters: { keyword: isKeyword, tag: isTag, framework: isFramework, vendor: isVendor },
}
const all: Chip = { value: '', label: '全部' }
const vendors: Chip[] = [all, ...Object.entries(vendor_names).map(([value, label]) => ({ value, label }))]
const chipOf = ({ name, count }: { name: string; count: number }): Chip => ({ value: name, label: name, count })

/** Environments that people made for others (product §7); open to visitors. */
export default function ImageListPage() {
  useTitle('社区镜像')
  const { asked, ask } = useAsked(rules)
  const search = searchOf(asked)
  const answer = useAnswer(`images?${search}`, async (signal) => {
    const { listImages } = await import('./requests.ts')
    return listImages({ ...queryOf(asked, rules), page_size }, signal)
  })
  const facets = useAnswer('image-facets', async (signal) => (await import('./requests.ts')).imageFacets(signal)).data
  const chips = (key: 'tag' | 'framework' | 'vendor') => ({
    value: asked.filters[key] ?? '',
    searchOf: (value: string) => searchOf(filtering(asked, key, value)),
  })

  return (
    <CommunityFrame
      title="社区镜像"
      lead="由用户整理的环境与用法，逐个版本审核。选一个，就能用它创建实例；下线不影响正在使用它的实例。"
      action={
        <Link className={`${controls.button} ${controls.plain}`} to={paths.community_image_release}>
          发布镜像
        </Link>
      }
    >
      <div className={styles.filters}>
        <SearchBar
          placeholder="搜索名称、标签或作者"
          keyword={asked.filters.keyword ?? ''}
          sort={asked.sort}
          sorts={rules.sorts}
          count={answer.data ? `${answer.data.total} 个镜像` : answer.error ? '' : '正在加载'}
          onKeyword={(keyword) => ask(filtering(asked, 'keyword', keyword), { replace: true })}
          onSort={(sort) => ask({ ...asked, page: 1, sort })}
        />
        <FilterChips label="芯片" chips={vendors} {...chips('vendor')} />
        <FilterChips label="框架" chips={[all, ...(facets?.frameworks ?? []).map(chipOf)]} {...chips('framework')} />
        <FilterChips label="标签" chips={[all, ...(facets?.tags ?? []).map(chipOf)]} {...chips('tag')} />
      </div>
      <Entries what="镜像" answer={answer} asked={asked}>
        {(image) => <ImageCard key={image.id} image={image} />}
      </Entries>
    </CommunityFrame>
  )
}
