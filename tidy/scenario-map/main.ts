/** tidy/scenario-map/main: `npm run scenario-map`: writes `docs/scenario-map.md` anew. */
import { writeFileSync } from 'node:fs';
import { loadRegister } from '../../spec/clauses/register.ts';
import { libraryScenarios, MAP_FILE, scenarioMap } from './map.ts';

writeFileSync(MAP_FILE, scenarioMap(libraryScenarios(), loadRegister()));
