import { Select } from 'antd'
import { community_images } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

/** Tags of one's own words, with those that others use to choose from. */
export function TagsInput({ id, value, onChange }: { id?: string; value?: string[]; onChange?: (tags: string[]) => void }) {
  const { data } = useEndpoint(community_images.facets)
  return (
    <Select
      {...(id && { id })}
      mode="tags"
      maxCount={limits.entry_tags_max}
      tokenSeparators={['，', ',', ' ']}
      placeholder="输入后按回车，例如 微调"
      value={value ?? []}
      onChange={(tags: string[]) => onChange?.(tags.map((tag) => tag.trim()).filter(Boolean))}
      options={(data?.tags ?? []).map(({ name }) => ({ value: name, label: name }))}
    />
  )
}
