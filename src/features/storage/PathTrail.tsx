import { Fragment } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import { inFolder } from './folder-address.ts'
import styles from './PathTrail.module.css'
import { nameOf, stepsOf, top_name } from './storage-path.ts'

/** The way from the top to this folder; each step leads there. */
export function PathTrail({ path }: { path: string }) {
  const [search] = useSearchParams()
  const steps = ['', ...stepsOf(path)]
  return (
    <nav aria-label="所在文件夹" className={styles.trail}>
      <ol>
        {steps.map((step) => {
          const name = step ? nameOf(step) : top_name
          const here = step === path
          return (
            <Fragment key={step}>
              <li aria-current={here ? 'location' : undefined}>
                {here ? <strong>{name}</strong> : <Link to={inFolder(search, step)}>{name}</Link>}
              </li>
              {!here && (
                <li aria-hidden>
                  <Icon name="chevron" />
                </li>
              )}
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}
