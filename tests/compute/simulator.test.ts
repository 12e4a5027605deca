import { conformance } from './conformance.ts'
import { simulatorWorld } from './simulator-world.ts'

conformance('simulator', simulatorWorld)
