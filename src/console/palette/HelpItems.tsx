import { Command } from 'cmdk'
import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { useHelpTopics } from './use-help-topics.ts'

/** Articles of the help centre by their titles; they open in a new tab, so that what is done here stays. */
export function HelpItems({ typed, onClose }: { typed: string; onClose: () => void }) {
  const topics = useHelpTopics(typed !== '')
  if (!typed || topics.length === 0) return null
  return (
    <Command.Group heading="帮助文档">
      {topics.map(({ slug, title, keywords }) => (
        <Command.Item
          key={slug}
          value={`帮助 ${title}`}
          keywords={keywords}
          onSelect={() => {
            window.open(paths.help_article(slug), '_blank', 'noopener')
            onClose()
          }}
        >
          <Icon name="info" />
          {title}
          <Icon name="external" label="在新标签页打开" />
        </Command.Item>
      ))}
    </Command.Group>
  )
}
