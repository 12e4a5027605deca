import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { applianceEditions } from '#contract/appliance.ts'
import { SignIcon } from '#src/site/art/SignIcon.tsx'
import section from '#src/site/section.module.css'
import controls from '#src/ui/controls.module.css'
import styles from './ApplianceScenes.module.css'
import { ConsultLink } from './ConsultLink.tsx'
import { applianceScenes } from './texts.ts'

const arrowSteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Five cards, each with its detail, as APG tabs that are activated on focus (requirements §2). */
export function ApplianceScenes() {
  const [chosen, setChosen] = useState(0)
  const cards = useRef<(HTMLButtonElement | null)[]>([])
  const id = useId()
  const scene = applianceScenes[chosen] ?? applianceScenes[0]

  const choose = (index: number) => {
    setChosen(index)
    cards.current[index]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = applianceScenes.length - 1
    const step = arrowSteps[event.key]
    const target =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? last
          : step
            ? (chosen + step + applianceScenes.length) % applianceScenes.length
            : undefined
    if (target === undefined) return
    event.preventDefault()
    choose(target)
  }

  return (
    <section className={section.paper} aria-labelledby="scenes-title">
      <div className={section.inner}>
        <header className={section.head}>
          <h2 id="scenes-title" className={section.title}>
            五个应用场景
          </h2>
        </header>
        <div className={styles.cards} role="tablist" aria-labelledby="scenes-title">
          {applianceScenes.map(({ id: sceneId, name, sign }, index) => (
            <button
              key={sceneId}
              ref={(card) => {
                cards.current[index] = card
              }}
              type="button"
              role="tab"
              id={`${id}-${sceneId}`}
              aria-selected={index === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={index === chosen ? 0 : -1}
              className={styles.card}
              onClick={() => setChosen(index)}
              onKeyDown={onKeyDown}
            >
              <SignIcon name={sign} />
              {name}
            </button>
          ))}
        </div>
        <div id={`${id}-panel`} className={styles.panel} role="tabpanel" aria-labelledby={`${id}-${scene.id}`}>
          <div className={styles.words}>
            <h3 className={styles.title}>{scene.title}</h3>
            <p className={styles.text}>{scene.text}</p>
          </div>
          <div className={styles.needs}>
            <h4>选型时要看</h4>
            <ul>
              {scene.needs.map((need) => (
                <li key={need}>{need}</li>
              ))}
            </ul>
            <ConsultLink edition={scene.edition} className={`${controls.button} ${controls.plain}`}>
              咨询{applianceEditions[scene.edition]}
            </ConsultLink>
          </div>
        </div>
      </div>
    </section>
  )
}
