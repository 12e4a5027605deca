import { Link } from 'react-router-dom'
import type { Project } from '#contract/projects.ts'
import rowCard from '#src/admin/list/fact-card.module.css'
import { paths } from '#src/paths.ts'
import { LimitMeters } from '#src/ui/charts/LimitMeters.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { listProjectMeters } from './project-meters.ts'

/** A project as a card on a phone. */
export function ProjectCard({ project }: { project: Project }) {
  const { id, name, members, spent, rest } = project
  return (
    <div className={rowCard.card}>
      <div className={rowCard.head}>
        <Link className={rowCard.name} to={`${paths.projects}/${id}`}>
          {name}
        </Link>
      </div>
      <dl className={rowCard.facts}>
        <div>
          <dt>成员</dt>
          <dd>{members ? `${members} 人` : '无'}</dd>
        </div>
        <div>
          <dt>本月消费</dt>
          <dd>
            <YuanAmount amount={spent} />
          </dd>
        </div>
        <div>
          <dt>预算剩余</dt>
          <dd>{rest === null ? '不限' : <YuanAmount amount={rest} />}</dd>
        </div>
      </dl>
      <LimitMeters meters={listProjectMeters(project)} />
    </div>
  )
}
