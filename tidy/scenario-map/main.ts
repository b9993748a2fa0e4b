/** tidy/scenario-map/main: `npm run -s scenario-map`: prints the scenarios of the library by clause. */
import { loadRegister } from '../../spec/clauses/register.ts';
import { libraryScenarios, scenarioMap } from './map.ts';

process.stdout.write(scenarioMap(libraryScenarios(), loadRegister()));
