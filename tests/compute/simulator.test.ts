import { defineDriverConformance } from './conformance.ts'
import { createSimulatorWorld } from './simulator-world.ts'

defineDriverConformance('simulator', createSimulatorWorld)
